// The first command under Node 20 runs this, and so does `ready.mjs` in a clone. better-sqlite3 13 brings its binary and needs
// Node 22. For Node 20 it installs version 12, which is compiled if there is no ready-made build for the machine.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What npm was told about memory-vault (`npm install --global`, `npx --package`) is not meant for what it installs here. */
const ofItsOwn = {
  npm_config_global: 'false',
  npm_config_location: 'project',
  npm_config_dry_run: 'false',
};

if (Number.parseInt(process.versions.node, 10) < 22) {
  const folder = join(dirname(fileURLToPath(import.meta.url)), '..', 'sqlite-for-node20');
  console.error('memory-vault: installing SQLite for Node 20 (compiles for about a minute)');
  const [command, ...args] = npm();
  try {
    execFileSync(command, [...args, 'ci', '--no-audit', '--no-fund'], {
      cwd: folder,
      stdio: ['ignore', 2, 2],
      env: { ...process.env, ...headers(), ...ofItsOwn },
    });
  } catch {
    console.error(
      'memory-vault: SQLite for Node 20 could not be installed, see above. It needs python3, make and a C++ compiler; Node 22 and newer need none of them',
    );
    process.exitCode = 1;
  }
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
