// `node scripts/nodeFolder.mjs 24` prints the folder that has a Node of that major version, for a PATH. The npm package
// `node` brings it, once for all clones. Plain Node, because it runs before anything is installed.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The versions that are tested, by their majors: all that a user may have, and one that is refused. */
const TESTED = { 18: '18.20.8', 20: '20.20.2', 22: '22.23.3', 24: '24.21.0', 26: '26.10.0' };

/** The folder of the running Node if it is of this major version, otherwise of one that is installed for it. */
export function nodeFolder(major) {
  if (Number.parseInt(process.versions.node, 10) === major) return dirname(process.execPath);
  const version = TESTED[major];
  if (version === undefined) throw new Error(`Node ${major} is none of ${Object.keys(TESTED)}`);
  // Not in the directory for temporary files, where others may put a program by this name.
  const nodes = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'memory-vault-nodes');
  const place = join(nodes, version);
  const folder = join(place, 'node_modules', 'node', 'bin');
  if (existsSync(folder)) return folder;
  mkdirSync(nodes, { recursive: true });
  // Renamed when it is complete, because another run may look for it meanwhile.
  const fresh = mkdtempSync(join(nodes, 'new-'));
  const manifest = {
    private: true,
    dependencies: { node: version },
    allowScripts: { node: true },
  };
  writeFileSync(join(fresh, 'package.json'), JSON.stringify(manifest));
  execFileSync('npm', ['install', '--no-audit', '--no-fund'], {
    cwd: fresh,
    stdio: ['ignore', 2, 2],
    env: { ...process.env, npm_config_local_prefix: fresh },
  });
  if (existsSync(folder)) {
    rmSync(fresh, { recursive: true });
  } else {
    // What is left of one that somebody removed in part.
    rmSync(place, { recursive: true, force: true });
    renameSync(fresh, place);
  }
  return folder;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  console.log(nodeFolder(Number(process.argv[2])));
}
