import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { formatCosignerKey } from '../../src/proof/signingKey.js';
import { Database } from '../../src/sqlite/database.js';
import { terminate, untilReady } from '../../tools/server/childServer.js';
import { freePort } from '../../tools/server/serverProcess.js';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const LITEWITNESS = 'v0.9.0';
const START_MS = 20_000;
const run = promisify(execFile);

/** Whether the programs of others can be built here. */
export const hasGo = (signal: AbortSignal): Promise<boolean> =>
  run('go', ['version'], { signal }).then(
    () => true,
    () => false,
  );

/** Builds the monitor into a folder, with modules of Go's proxy. What it gives runs it, and resolves with the lines that it printed. */
export async function buildMonitor(folder: string, signal: AbortSignal) {
  const program = join(folder, 'monitor');
  await run('go', ['build', '-o', program, '.'], { cwd: HERE, signal });
  return async (args: readonly string[], owner: string): Promise<readonly string[]> => {
    const env = { ...process.env, OWNER: owner };
    return (await run(program, args, { env, signal })).stdout.trimEnd().split('\n');
  };
}

/** A witness as a policy names it, and how to end it. */
export interface StartedWitness {
  readonly line: string;
  readonly key: string;
  stop(): Promise<void>;
}

/** Starts litewitness (filippo.io/torchwood) for one log, its key in an ssh-agent of its own, as it wants it. */
export async function startLitewitness(
  folder: string,
  log: { readonly name: string; readonly key: string },
  signal: AbortSignal,
): Promise<StartedWitness> {
  const [key, socket, file] = ['ssh', 'agent', 'lite.db'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const env = { ...process.env, GOBIN: folder, SSH_AUTH_SOCK: socket };
  await run('go', ['install', `filippo.io/torchwood/cmd/litewitness@${LITEWITNESS}`], {
    env,
    signal,
  });
  await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key], { signal });
  knowLog(file, log);
  const agent = spawn('ssh-agent', ['-D', '-a', socket], { stdio: 'ignore' });
  await untilAdded(key, env, signal);
  const blob = Buffer.from(readFileSync(`${key}.pub`, 'utf8').split(' ')[1] ?? '', 'base64');
  const print = `SHA256:${createHash('sha256').update(blob).digest('base64').replaceAll('=', '')}`;
  const name = 'lab.example/lite';
  const at = `127.0.0.1:${await freePort()}`;
  const args = ['-name', name, '-key', print, '-db', file, '-ssh-agent', socket, '-listen', at];
  const lite = spawn(join(folder, 'litewitness'), args);
  const stop = async () => {
    await terminate(lite, START_MS);
    await terminate(agent, START_MS);
  };
  try {
    await untilReady(lite, `http://${at}/`, { most: START_MS, look: 50, signal });
  } catch (error) {
    await stop();
    throw error;
  }
  // The blob ends with the 32 bytes of the key.
  const publicKey = Uint8Array.from(blob.subarray(-32));
  const text = formatCosignerKey({ name, id: '', publicKey });
  return { line: `witness lite ${text} http://${at}`, key: text, stop };
}

/** As `witnessctl add-log` and `add-key` do, which does not build from the proxy. */
function knowLog(
  file: string,
  { name, key }: { readonly name: string; readonly key: string },
): void {
  const db = new Database(file);
  db.exec(`CREATE TABLE log (origin TEXT PRIMARY KEY, tree_size INTEGER NOT NULL, tree_hash TEXT NOT NULL);
    CREATE TABLE key (origin TEXT NOT NULL, key TEXT NOT NULL, FOREIGN KEY(origin) REFERENCES log(origin))`);
  const empty = createHash('sha256').digest('base64');
  db.prepare('INSERT INTO log VALUES (?, 0, ?)').run(name, empty);
  db.prepare('INSERT INTO key VALUES (?, ?)').run(name, key);
  db.close();
}

/** The agent makes its socket a moment after it was started. */
async function untilAdded(key: string, env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await run('ssh-add', ['-q', key], { env, signal });
      return;
    } catch (error) {
      if (tries === 50) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
