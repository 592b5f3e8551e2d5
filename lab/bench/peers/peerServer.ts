import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { terminate, untilReady } from '../../../tools/server/childServer.js';
import { freePort } from '../../../tools/server/serverProcess.js';
import type { Post, Startable } from './peer.js';

/** A program that runs on loopback, in a directory of its own. */
export interface PeerServer<P extends Startable = Startable> {
  readonly peer: P;
  readonly url: string;
  readonly pid: number;
  /** Milliseconds from the start of the process to the first 200. */
  readonly readyAfter: number;
  /** The request with the headers that this program wants from its client. */
  headers(): Readonly<Record<string, string>>;
  /** Sends a JSON and returns what is answered. Throws when that is no 2xx. */
  post(post: Post): Promise<unknown>;
  get(path: string): Promise<unknown>;
  /** Bytes of the files in its directory for data. */
  bytes(): number;
  stop(): Promise<void>;
}

const START_MS = 30_000;
const LOOK_MS = 5;
const STOP_MS = 10_000;
/** A closed port: what a program wants from elsewhere, it does not get. */
const NOWHERE = 'http://127.0.0.1:9';

/** Where a program that runs in a directory keeps its data. */
export const dataIn = (directory: string) => join(directory, 'data');

/** Starts a program. Nothing of the user is seen or touched by it: home and settings are its own. */
export async function startPeer<P extends Startable>(
  { peer, path }: { readonly peer: P; readonly path: string },
  directory: string,
  signal: AbortSignal,
): Promise<PeerServer<P>> {
  signal.throwIfAborted();
  const [home, data] = [join(directory, 'home'), dataIn(directory)];
  for (const one of [home, data]) mkdirSync(one, { recursive: true });
  const port = await freePort();
  const { args, env } = peer.start({ directory: data, port });
  const start = performance.now();
  const child = spawn(path, args, {
    cwd: home,
    env: { ...ownEnvironment(home), ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  const url = `http://127.0.0.1:${port}`;
  const forget = () => process.off('exit', kill);
  try {
    await untilReady(child, url + peer.ready, { most: START_MS, look: LOOK_MS, signal });
  } catch (error) {
    kill();
    forget();
    throw error;
  }
  const readyAfter = performance.now() - start;
  let sent = 0;
  const headers = () => peer.headers?.(sent++) ?? {};
  const ask = async (to: string, init: RequestInit) => {
    const answer = await fetch(url + to, { ...init, signal });
    if (!answer.ok)
      throw new Error(`${peer.name} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as unknown;
  };
  return {
    peer,
    url,
    pid: child.pid ?? Number.NaN,
    readyAfter,
    headers,
    post: ({ path: to, body }) =>
      ask(to, {
        method: 'POST',
        body,
        headers: { ...headers(), 'content-type': 'application/json' },
      }),
    get: (to) => ask(to, { headers: headers() }),
    bytes: () => bytesIn(data),
    stop: () => terminate(child, STOP_MS).finally(forget),
  };
}

function ownEnvironment(home: string): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    HOME: home,
    XDG_CONFIG_HOME: join(home, 'config'),
    XDG_DATA_HOME: join(home, 'data'),
    XDG_CACHE_HOME: join(home, 'cache'),
    XDG_STATE_HOME: join(home, 'state'),
    TMPDIR: home,
    HTTP_PROXY: NOWHERE,
    HTTPS_PROXY: NOWHERE,
    NO_PROXY: '127.0.0.1',
  };
}

function bytesIn(directory: string): number {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .map((name) => statSync(join(directory, name)))
    .reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0);
}
