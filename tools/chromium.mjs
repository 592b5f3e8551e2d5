// Finds a Chromium for the tests of the page. `node tools/chromium.mjs` prints its path, and installs one where there is
// none: the npm package `@sparticuz/chromium` brings a headless one with its libraries and fonts, 70 MB, once for all
// clones. Plain Node, because it runs before anything is installed.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';

const PACKAGE = '@sparticuz/chromium';
const VERSION = '153.0.0';
const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];

/** What to do where none is found. */
export const HOW_TO_GET_ONE =
  'install Chromium (`apt-get install chromium`), set CHROMIUM to the path of one, or run `node tools/chromium.mjs`, ' +
  'which brings one of 70 MB for Linux on x64';

/** Not in the directory for temporary files, where others may put a program by this name. */
const folder = () =>
  join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'memory-vault-chromium', VERSION);

/**
 * The path of a Chromium that starts: the one that the variable CHROMIUM names, one of the PATH, or one that was installed
 * before; undefined if there is none. Throws when the one of CHROMIUM does not start.
 */
export function findChromium() {
  const { CHROMIUM: named, PATH = '' } = process.env;
  if (named) {
    if (starts(named)) return named;
    throw new Error(`CHROMIUM is ${named}, which does not start: ${HOW_TO_GET_ONE}`);
  }
  const onPath = PATH.split(delimiter).flatMap((place) => NAMES.map((name) => join(place, name)));
  return [...onPath, join(folder(), 'chromium')].find(starts);
}

/** Some systems have a `chromium` that only says how to install one. */
function starts(file) {
  return existsSync(file) && spawnSync(file, ['--version'], { stdio: 'ignore' }).status === 0;
}

/** Installs one into the cache of the user. Returns its path. Throws where it does not start. */
export function installChromium() {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(`there is no Chromium: ${HOW_TO_GET_ONE}`);
  }
  const place = folder();
  mkdirSync(dirname(place), { recursive: true });
  // Renamed when it is complete, because another run may look for it meanwhile.
  const fresh = mkdtempSync(join(dirname(place), 'new-'));
  try {
    unpack(fresh);
    const program = join(fresh, 'chromium');
    // Without its output, nobody could tell which library is missing.
    execFileSync(program, ['--version'], { stdio: ['ignore', 2, 2] });
    if (!starts(join(place, 'chromium'))) {
      rmSync(place, { recursive: true, force: true });
      renameSync(fresh, place);
    }
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
  return join(place, 'chromium');
}

function unpack(fresh) {
  const packed = join(fresh, 'node_modules', PACKAGE, 'bin');
  const manifest = { private: true, dependencies: { [PACKAGE]: VERSION } };
  writeFileSync(join(fresh, 'package.json'), JSON.stringify(manifest));
  // Only its files are used: its own code wants a newer Node than ours.
  const install = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--omit=optional'];
  execFileSync('npm', install, {
    cwd: fresh,
    stdio: ['ignore', 2, 2],
    env: { ...process.env, npm_config_local_prefix: fresh, npm_config_engine_strict: 'false' },
  });
  const read = (name) => brotliDecompressSync(readFileSync(join(packed, `${name}.br`)));
  writeFileSync(join(fresh, 'program'), read('chromium'), { mode: 0o755 });
  for (const name of ['al2023.tar', 'fonts.tar']) {
    execFileSync('tar', ['-x', '-f', '-', '-C', fresh], { input: read(name) });
  }
  rmSync(join(fresh, 'node_modules'), { recursive: true });
  writeFileSync(join(fresh, 'fonts.conf'), FONTS);
  writeFileSync(join(fresh, 'chromium'), START);
  chmodSync(join(fresh, 'chromium'), 0o755);
}

/** Fonts of the system first, and those of the package where it has none. */
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir prefix="relative">fonts</dir>
</fontconfig>
`;

const START = `#!/bin/sh
here=$(dirname "$0")
LD_LIBRARY_PATH="$here/lib" FONTCONFIG_FILE="$here/fonts.conf" exec "$here/program" "$@"
`;

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    console.log(findChromium() ?? installChromium());
  } catch (error) {
    console.error(`memory-vault: ${error.message}`);
    process.exitCode = 1;
  }
}
