// What every package of Memory Vault runs: `start.mjs mcp`, or `start.mjs hook <agent> <event>`. It finds the program, and the server
// installs it once where there is none. Plain Node, because it runs before anything is installed.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const { env } = process;
const HERE = dirname(fileURLToPath(import.meta.url));
/** Of this package, and of the program that it installs. */
const { version } = JSON.parse(readFileSync(join(HERE, '.claude-plugin', 'plugin.json'), 'utf8'));
/** What is installed: a name, a tarball, or the folder of a clone that is built. */
const wanted = env.MEMORY_VAULT_PACKAGE || `memory-vault@${version}`;

const [task, ...words] = process.argv.slice(2);
if (task === 'hook') runHook(words);
else if (task === 'mcp') await runServer();
else stop('start.mjs mcp, or start.mjs hook <agent> <event>');

/** A hook installs nothing and never stops its agent: where it cannot run, it answers that it has nothing to say. */
function runHook(args) {
  try {
    const dist = isSetUp(args[0]) ? undefined : findProgram();
    if (dist !== undefined) {
      const hook = join(dist, 'hook.cjs');
      process.argv = [process.execPath, hook, ...args];
      createRequire(hook)(hook);
      return;
    }
  } catch {}
  process.stdout.write('{}\n');
}

async function runServer() {
  let dist = findProgram();
  try {
    dist ??= install();
  } catch (error) {
    stop(`${wanted} cannot be installed: ${error.message}`);
  }
  // Some programs start it in the package, which is no project of anybody's.
  if ([HERE, dirname(HERE)].includes(process.cwd())) process.chdir(homedir());
  const cli = join(dist, 'cli.js');
  process.argv = [process.execPath, cli, 'mcp'];
  await import(pathToFileURL(cli).href);
}

/** Whether `memory-vault setup` wrote hooks for this agent, too: those run, and not these. */
function isSetUp(agent) {
  const shared = env.XDG_DATA_HOME || join(homedir(), '.local', 'share');
  const data = env.VAULT_DATA_DIR || join(shared, 'memory-vault');
  try {
    return JSON.parse(readFileSync(join(data, 'setup.json'), 'utf8')).agents[agent]?.hooks === true;
  } catch {
    return false;
  }
}

/** The folder `dist` of: what the user named, what this lies in, what was installed for it, or what is in PATH. */
function findProgram() {
  const folders = [
    ...(env.MEMORY_VAULT_PACKAGE ? [] : [join(HERE, '..')]),
    ...(isFolder(wanted) ? [resolve(wanted)] : []),
    join(installed(), 'node_modules', 'memory-vault'),
    ...(env.MEMORY_VAULT_PACKAGE ? [] : (env.PATH ?? '').split(delimiter).flatMap(inPath)),
  ];
  return folders.map((folder) => join(folder, 'dist')).find(isWhole);
}

/** Whether the program is built there and has the packages that it needs. */
function isWhole(dist) {
  if (!existsSync(join(dist, 'hook.cjs')) || !existsSync(join(dist, 'cli.js'))) return false;
  try {
    createRequire(join(dist, 'cli.js')).resolve('zod');
    return true;
  } catch {
    return false;
  }
}

function inPath(folder) {
  try {
    return [join(dirname(realpathSync(join(folder, 'memory-vault'))), '..')];
  } catch {
    return [];
  }
}

function isFolder(path) {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** The folder that this version is installed in. Another file of the same name is another one. */
function installed() {
  const { size = 0, mtimeMs = 0 } = statSync(wanted, { throwIfNoEntry: false }) ?? {};
  const name = createHash('sha256')
    .update(`${resolve(wanted)} ${size} ${mtimeMs}`)
    .digest('hex');
  const cache = env.XDG_CACHE_HOME || join(homedir(), '.cache');
  return join(cache, 'memory-vault', env.MEMORY_VAULT_PACKAGE ? name.slice(0, 16) : version);
}

/** Installs the program with npm, and gives its folder `dist`. What npm says goes to stderr: stdout belongs to the protocol. */
function install() {
  const place = installed();
  mkdirSync(dirname(place), { recursive: true, mode: 0o700 });
  // Renamed when it is complete: other agents may install at the same time, and this one may be ended.
  const fresh = mkdtempSync(join(dirname(place), 'new-'));
  try {
    const what = existsSync(wanted) ? resolve(wanted) : wanted;
    const args = ['install', '--prefix', fresh, '--no-audit', '--no-fund', '--omit=dev', what];
    // npm is a batch file on Windows, which only a shell runs.
    const shell = process.platform === 'win32';
    const quoted = shell ? args.map((arg) => `"${arg}"`) : args;
    execFileSync('npm', quoted, { stdio: ['ignore', 2, 2], shell });
    if (findProgram() === undefined) {
      rmSync(place, { recursive: true, force: true });
      renameSync(fresh, place);
    }
  } catch (error) {
    if (findProgram() === undefined) throw error;
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
  const dist = findProgram();
  if (dist === undefined) throw new Error('there is no Memory Vault in it');
  return dist;
}

function stop(why) {
  console.error(`memory-vault: ${why}`);
  process.exit(1);
}
