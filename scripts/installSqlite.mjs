// The first command under Node 20 runs this, and so does `ready.mjs` in a clone. better-sqlite3 13 brings its binary and needs
// Node 22. For Node 20 this installs version 12, which is compiled if there is no ready-made build for the machine.
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What npm was told about memory-vault (`npm install --global`, `npx --package`) is not meant for what it installs here. */
const ofItsOwn = {
  npm_config_global: 'false',
  npm_config_location: 'project',
  npm_config_dry_run: 'false',
};

const folder = join(dirname(fileURLToPath(import.meta.url)), '..', 'sqlite-for-node20');
const installed = join(folder, 'node_modules');
const before = idOf(installed);

console.error('memory-vault: installing SQLite for Node 20, once (compiles for a minute or more)');
const fresh = freshFolder();
try {
  if (fresh !== undefined) install(fresh);
} catch {
  stop(
    'SQLite for Node 20 could not be installed, see above. It needs python3, make and a C++ compiler; Node 22 and newer need none of them',
  );
} finally {
  if (fresh !== undefined) rmSync(fresh, { recursive: true, force: true });
}

/** Beside the place where it belongs, because a rename stays on one file system. */
function freshFolder() {
  try {
    return mkdtempSync(join(folder, 'new-'));
  } catch {
    stop(
      `SQLite for Node 20 belongs into ${folder}, which cannot be written: run memory-vault doctor once as the user that installed it`,
    );
    return undefined;
  }
}

/** Moves it to its place when it is complete: another command may look for it, or install it, meanwhile. */
function install(fresh) {
  for (const name of ['package.json', 'package-lock.json'])
    copyFileSync(join(folder, name), join(fresh, name));
  const [command, ...args] = npm();
  execFileSync(command, [...args, 'ci', '--no-audit', '--no-fund'], {
    cwd: fresh,
    stdio: ['ignore', 2, 2],
    env: { ...process.env, ...headers(), ...ofItsOwn, npm_config_local_prefix: fresh },
  });
  // Another command has put the same there, and may be loading it.
  if (idOf(installed) !== before) return;
  try {
    if (before !== undefined) renameSync(installed, join(fresh, 'old'));
    renameSync(join(fresh, 'node_modules'), installed);
  } catch {
    // It has done so in this moment.
  }
}

/** Which directory has a name now; undefined where none has it. */
function idOf(path) {
  return statSync(path, { throwIfNoEntry: false })?.ino;
}

function stop(why) {
  console.error(`memory-vault: ${why}`);
  process.exitCode = 1;
}

/** The npm that runs this, which need not be the one on the PATH. */
function npm() {
  const { npm_execpath: path } = process.env;
  return path?.endsWith('.js') ? [process.execPath, path] : ['npm'];
}

/** Node's headers, next to it or where the npm package `node` keeps them: then compiling needs no download. */
function headers() {
  const prefix = join(dirname(process.execPath), '..');
  const ofPackage = join(prefix, 'node_modules', `node-${process.platform}-${process.arch}`);
  const found = [prefix, ofPackage].find((folder) =>
    existsSync(join(folder, 'include', 'node', 'node.h')),
  );
  return found === undefined ? {} : { npm_config_nodedir: found };
}
