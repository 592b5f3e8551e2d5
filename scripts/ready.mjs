// Makes a fresh clone runnable: installs what is missing, builds what is stale. Plain Node, because it
// runs before anything is installed.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const at = (...path) => join(root, ...path);
const time = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

if (time(at('node_modules', '.package-lock.json')) < time(at('package-lock.json'))) {
  say('installing dependencies (better-sqlite3 compiles for about a minute)');
  run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund'], { ...process.env, ...headers() });
}
const built = [at('dist', 'LICENSES.txt'), at('clients', 'typescript', 'dist', 'index.js')];
if (
  // The build writes LICENSES.txt last: a build that was cut off is made again.
  Math.min(...built.map(time)) <
  newest([
    'src',
    'clients/typescript/src',
    'clients/typescript/package.json',
    'clients/typescript/tsconfig.json',
    'package-lock.json',
    'package.json',
    'scripts/bundle.mjs',
    'tsconfig.json',
    'tsconfig.build.json',
  ])
) {
  say('building');
  for (const file of built) rmSync(dirname(file), { recursive: true, force: true });
  // The service is compiled with the client that is built.
  for (const project of ['clients/typescript', 'tsconfig.build.json']) {
    run(process.execPath, [at('node_modules', 'typescript', 'bin', 'tsc'), '-p', project]);
  }
  run(process.execPath, [at('scripts', 'bundle.mjs')]);
}

/** Node's headers, if they are installed next to it: then compiling needs no download. */
function headers() {
  const prefix = join(dirname(process.execPath), '..');
  return existsSync(join(prefix, 'include', 'node', 'node.h'))
    ? { npm_config_nodedir: prefix }
    : {};
}

function newest(paths) {
  return Math.max(...paths.map((path) => newestIn(at(path))));
}

function newestIn(path) {
  if (!statSync(path).isDirectory()) return time(path);
  return Math.max(time(path), ...readdirSync(path).map((name) => newestIn(join(path, name))));
}

function run(command, args, env = process.env) {
  try {
    execFileSync(command, args, { cwd: root, stdio: ['ignore', 2, 2], env });
  } catch {
    console.error(`memory-vault: ${command} ${args[0]} failed, see above`);
    process.exit(1);
  }
}

function say(what) {
  console.error(`memory-vault: ${what}`);
}
