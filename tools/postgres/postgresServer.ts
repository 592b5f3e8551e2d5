import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { findPostgres, HOW_TO_GET_POSTGRES, POSTGRES_USER } from '../postgres.mjs';
import { freePort } from '../server/serverProcess.js';

/** Settings of PostgreSQL, by their names. */
export type Settings = Readonly<Record<string, string>>;

/** A PostgreSQL of one's own, which listens on 127.0.0.1 and trusts everybody there. */
export interface PostgresServer {
  readonly port: number;
  readonly directory: string;
  /** Of its main process; undefined while it does not run. */
  pid(): number | undefined;
  /** The address of a database in it, for `parsePostgresUrl`. */
  url(database: string, user?: string): string;
  /** Runs SQL as the superuser, each text in a connection of its own. */
  sql(text: string, database?: string): Promise<Record<string, unknown>[]>;
  /** Changes settings, without a restart. */
  configure(settings: Settings): Promise<void>;
  /** Kills it without a warning. What it had acknowledged is in its files. */
  crash(): Promise<void>;
  /** Starts it again, on the same port. */
  start(): Promise<void>;
  /** Sends all its processes a signal, such as SIGSTOP and SIGCONT. */
  signal(signal: NodeJS.Signals): void;
  /** Ends it, and removes its files unless they are kept. */
  stop(): Promise<void>;
}

/** For a few connections on a machine that has much else to do. */
const SMALL: Settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '60',
  shared_buffers: '32MB',
  // Within its files, so that one that is killed leaves nothing behind in /dev/shm.
  dynamic_shared_memory_type: 'mmap',
  lc_messages: 'C',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

/**
 * Starts a new, empty PostgreSQL; in `kept`, where its files stay, it goes on with those that are there. It ends with this
 * process at the latest. Throws where there is none on this machine.
 */
export async function startPostgres(
  settings: Settings = {},
  kept?: string,
): Promise<PostgresServer> {
  const directory = kept ?? emptyDirectory();
  const isKept = kept !== undefined;
  if (kept !== undefined && existsSync(join(kept, 'PG_VERSION')))
    return await serve(kept, settings, { isKept });
  if (kept !== undefined) giveAway(kept);
  const login = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C'];
  execFileSync(
    program('initdb'),
    ['--pgdata', directory, ...login, '--no-sync', '--no-instructions'],
    { ...POSTGRES_USER, cwd: directory, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  return await serve(directory, settings, { isKept });
}

/** The path of a program of PostgreSQL. */
export function program(name: string): string {
  const found = findPostgres();
  if (!found) throw new Error(`there is no PostgreSQL: ${HOW_TO_GET_POSTGRES}`);
  return join(found.bin, name);
}

/** A directory that PostgreSQL may use as its own. */
export function emptyDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'memory-vault-postgres-'));
  giveAway(directory);
  return directory;
}

/** Makes a directory that PostgreSQL may use as its own, if there is none. */
export function giveAway(directory: string): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const { uid, gid } = POSTGRES_USER;
  if (uid !== undefined && gid !== undefined) chownSync(directory, uid, gid);
}

/** Starts a PostgreSQL on the files of a directory, which are removed when it is stopped unless they are kept. */
export async function serve(
  directory: string,
  settings: Settings,
  { isKept, port: given }: { readonly isKept: boolean; readonly port?: number | undefined },
): Promise<PostgresServer> {
  const port = given ?? (await freePort());
  // Not as options of the command: those could not be changed while it runs.
  const lines = Object.entries({ ...SMALL, ...settings }).map(
    ([name, value]) => `${name} = '${value}'\n`,
  );
  writeFileSync(join(directory, 'postgresql.conf'), lines.join(''));
  let running: Running | undefined;

  const start = async () => {
    running = await run(directory, ['-c', `port=${port}`], isKept);
  };
  const end = async (signal: NodeJS.Signals) => {
    await running?.end(signal);
    running = undefined;
  };
  const sql = async (text: string, database = 'postgres') => {
    const client = new Client({ host: '127.0.0.1', port, user: 'postgres', database, ssl: false });
    // What breaks it fails the statement, too.
    client.on('error', () => {});
    await client.connect();
    try {
      // Several statements give several results, which the types do not tell.
      const results = [await client.query<Record<string, unknown>>(text)].flat();
      return results.at(-1)?.rows ?? [];
    } finally {
      await client.end();
    }
  };
  await start();
  return {
    port,
    directory,
    pid: () => running?.pid,
    url: (database, user = 'vault_node') =>
      `postgres://${user}@127.0.0.1:${port}/${database}?sslmode=disable`,
    sql,
    async configure(changed) {
      for (const [name, value] of Object.entries(changed))
        await sql(`ALTER SYSTEM SET ${name} = '${value}'`);
      await sql('SELECT pg_reload_conf()');
      // Sessions take it over a moment after the main process has told them.
      for (const [name, value] of Object.entries(changed))
        while ((await sql(`SHOW ${name}`))[0]?.[name] !== value) await soon();
    },
    crash: () => end('SIGKILL'),
    start,
    signal: (signal) => running?.signal(signal),
    async stop() {
      // Where nobody needs its files any more, it has not to write them.
      await end(isKept ? 'SIGINT' : 'SIGQUIT');
      if (!isKept) rmSync(directory, { recursive: true, force: true });
    },
  };
}

interface Running {
  readonly pid: number;
  signal(signal: NodeJS.Signals): void;
  end(signal: NodeJS.Signals): Promise<void>;
}

/** Resolves once it accepts connections. */
async function run(
  directory: string,
  options: readonly string[],
  isKept: boolean,
): Promise<Running> {
  const server = spawn(program('postgres'), ['-D', directory, ...options], {
    ...POSTGRES_USER,
    cwd: directory,
    // Ctrl+C in a terminal is for the tests, which then stop it.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const { pid } = server;
  if (pid === undefined) throw new Error('PostgreSQL does not start');
  const ended = once(server, 'exit');
  const guard = guardOf(pid, isKept ? '' : directory);
  await ready(server);
  return {
    pid,
    signal: (name) => signalAll([pid, ...childrenOf(pid)], name),
    async end(name) {
      guard.stdin?.end('stopped\n');
      // A shutdown is told to the first process only.
      const all = name === 'SIGKILL' ? [pid, ...childrenOf(pid)] : [pid];
      signalAll(all, name);
      await ended;
      while (isAnyLeft(all)) await soon();
    },
  };
}

/** The processes of its connections, among others. Each has a group of its own, so a signal to that of the server misses them. */
function childrenOf(parent: number): number[] {
  return processes().flatMap((one) => (one.parent === parent ? [one.pid] : []));
}

/** Whether one of them still runs. It can take seconds until an orphan that has ended is collected: that one is gone. */
function isAnyLeft(pids: readonly number[]): boolean {
  return processes().some(({ pid, state }) => pids.includes(pid) && !state.startsWith('Z'));
}

/** All processes of this machine. */
function processes() {
  const table = execFileSync('ps', ['-A', '-o', 'ppid=,pid=,stat='], { encoding: 'utf8' });
  return table.split('\n').map((line) => {
    const [parent, pid, state = ''] = line.trim().split(/ +/);
    return { parent: Number(parent), pid: Number(pid), state };
  });
}

function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) if (isAlive(pid)) process.kill(pid, signal);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/**
 * Ends a PostgreSQL when the process that started it is gone, however that went: its end of the pipe is closed then. Removes
 * its files unless `directory` is empty.
 */
function guardOf(pid: number, directory: string): ChildProcess {
  const script =
    'read -r word; [ "$word" = stopped ] || { kill -QUIT "$1"; [ -z "$2" ] || { sleep 2; rm -rf -- "$2"; }; }';
  const stdio: ['pipe', 'ignore', 'ignore'] = ['pipe', 'ignore', 'ignore'];
  const guard = spawn('sh', ['-c', script, 'guard', String(pid), directory], {
    detached: true,
    stdio,
  });
  guard.unref();
  return guard;
}

async function ready(server: ChildProcess): Promise<void> {
  let said = '';
  await new Promise<void>((resolve, reject) => {
    server.once('exit', () => reject(new Error(`PostgreSQL did not start: ${said}`)));
    server.stderr?.on('data', (chunk: Buffer) => {
      // Nothing is kept once it has started.
      if (said === 'started') return;
      said += chunk.toString();
      if (!/database system is ready to accept (read-only )?connections/.test(said)) return;
      said = 'started';
      resolve();
    });
  });
}

const soon = () => new Promise((resolve) => setTimeout(resolve, 10));
