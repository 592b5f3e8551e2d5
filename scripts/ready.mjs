// Makes a fresh clone runnable, and one whose Node was changed: installs what is missing, builds what is stale. Plain
// Node, because it runs before anything is installed.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const at = (...path) => join(root, ...path);
const time = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || major === 21 || (major === 20 && minor < 19)) {
  stop(`Node ${process.versions.node} is not supported: install Node 20.19, or 22 or newer`);
}

/** The process that installs or builds here: two at once would remove what the other one makes. */
const turn = at('.making');

const built = [at('dist', 'LICENSES.txt'), at('clients', 'typescript', 'dist', 'index.js')];
if (!isInstalled() || !hasNode20sSqlite() || !isBuilt() || !hasGuide()) await takeTurn();
if (!isInstalled()) {
  say('installing dependencies');
  install();
}
if (!hasNode20sSqlite()) installForNode20();
if (!isBuilt()) {
  say('building');
  for (const file of built) rmSync(dirname(file), { recursive: true, force: true });
  // The service is compiled with the client that is built.
  for (const project of ['clients/typescript', 'tsconfig.build.json']) {
    run(process.execPath, [
      at('node_modules', '@typescript', 'native', 'bin', 'tsc'),
      '-p',
      project,
    ]);
  }
  run(process.execPath, [at('scripts', 'bundle.mjs')]);
}
// A change of the docs compiles nothing.
if (!hasGuide()) run(process.execPath, [at('scripts', 'page.mjs')]);

const missing = whyNoSqlite();
if (missing !== undefined) {
  say(`installing again: ${missing}`);
  if (major === 20) installForNode20();
  else install();
  const still = whyNoSqlite();
  if (still !== undefined) stop(still);
}

function isInstalled() {
  return time(at('node_modules', '.package-lock.json')) >= time(at('package-lock.json'));
}

function hasNode20sSqlite() {
  const [there, wanted] = [['node_modules', '.package-lock.json'], ['package-lock.json']];
  return major !== 20 || sqliteIn(...there) === sqliteIn(...wanted);
}

/** The build writes LICENSES.txt last: a build that was cut off is made again. */
function isBuilt() {
  const sources = [
    'src',
    'web',
    'clients/typescript/src',
    'clients/typescript/package.json',
    'clients/typescript/tsconfig.json',
    'package-lock.json',
    'package.json',
    'scripts/bundle.mjs',
    'scripts/page.mjs',
    'tsconfig.json',
    'tsconfig.build.json',
  ];
  return Math.min(...built.map(time)) >= newest(sources);
}

/** Whether the guide has the pages of the docs as they are. */
function hasGuide() {
  const sources = [
    'docs',
    'scripts/guide',
    'README.md',
    'CONTRIBUTING.md',
    'CHANGELOG.md',
    'SECURITY.md',
    'LICENSE',
  ];
  return time(at('dist', 'web', 'guide', 'index.html')) >= newest(sources);
}

/** Waits until no other command installs or builds here, and keeps others waiting until this process ends. */
async function takeTurn() {
  for (let waits = false; ; waits = true) {
    try {
      writeFileSync(turn, `${process.pid}`, { flag: 'wx' });
      process.on('exit', () => rmSync(turn, { force: true }));
      return;
    } catch (error) {
      if (error.code !== 'EEXIST') stop(`${root} cannot be written (${error.code})`);
      // One that was killed has left its file.
      const other = holder();
      if (!isAlive(other)) rmSync(turn, { force: true });
      else if (!waits) {
        say(`another command installs or builds here: waiting for it (process ${other})`);
        say(`if that process is something else, remove ${turn}`);
      }
    }
    await setTimeout(200);
  }
}

function holder() {
  try {
    return Number(readFileSync(turn, 'utf8'));
  } catch {
    return Number.NaN;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Why SQLite does not load. In a process of its own, because Node remembers where it found no package. */
function whyNoSqlite() {
  const load = `import(${JSON.stringify(pathToFileURL(at('dist', 'sqlite', 'database.js')))}).catch((error) => {
    process.stdout.write(error.message);
  })`;
  return execFileSync(process.execPath, ['-e', load], { encoding: 'utf8' }) || undefined;
}

/** The version of SQLite's binding for Node 20 in a lock file; undefined where there is none. */
function sqliteIn(...lock) {
  const file = at('sqlite-for-node20', ...lock);
  if (!existsSync(file)) return undefined;
  return JSON.parse(readFileSync(file, 'utf8')).packages['node_modules/better-sqlite3']?.version;
}

function install() {
  const { npm_execpath: npm } = process.env;
  const [command, ...args] = npm?.endsWith('.js') ? [process.execPath, npm] : ['npm'];
  run(command, [...args, 'ci', '--include=dev', '--no-audit', '--no-fund']);
}

function installForNode20() {
  run(process.execPath, [at('scripts', 'installSqlite.mjs')]);
}

function newest(paths) {
  return Math.max(...paths.map((path) => newestIn(at(path))));
}

function newestIn(path) {
  if (!statSync(path).isDirectory()) return time(path);
  return Math.max(time(path), ...readdirSync(path).map((name) => newestIn(join(path, name))));
}

function run(command, args) {
  try {
    execFileSync(command, args, { cwd: root, stdio: ['ignore', 2, 2] });
  } catch {
    stop(`${command} ${args.join(' ')} failed, see above`);
  }
}

function stop(why) {
  say(why);
  process.exit(1);
}

function say(what) {
  console.error(`memory-vault: ${what}`);
}
