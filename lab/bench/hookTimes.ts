import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const DIST = fileURLToPath(new URL('../../dist/', import.meta.url));

const INPUT = {
  hook_event_name: 'x',
  source: 'startup',
  prompt: 'Mend the till of the shop.',
  last_assistant_message: '## Key learnings\n- The till rounds down to whole cents',
  summary: 'The till is mended.',
};

/** A service with an empty vault, and an agent that calls hooks beside it. */
export interface HookBench {
  /** Milliseconds from the start of a hook to its end. Without `url`, it asks the service. */
  hook(event: string, url?: string): Promise<number>;
  /** The same of a Node that does nothing. */
  bare(): Promise<number>;
  /** Stops the service where it is, or lets it go on. */
  hold(isHeld: boolean): void;
}

/** Starts a service for `work`, in folders that are removed afterwards. */
export async function withHooks<T>(work: (bench: HookBench) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'vault-hooks-'));
  const project = join(folder, 'shop');
  mkdirSync(project);
  const data = join(folder, 'data');
  const service = await startService(data);
  const own = { HOME: folder, VAULT_DATA_DIR: data };
  let session = 0;
  try {
    return await work({
      hook(event, url) {
        session += 1;
        const input = JSON.stringify({ ...INPUT, session_id: `s${session}`, cwd: project });
        const args = [join(DIST, 'hook.cjs'), 'claude-code', event, '--passive'];
        return timed(args, input, url === undefined ? own : { ...own, VAULT_URL: url }, project);
      },
      bare: () => timed(['-e', '0'], '', own, project),
      hold: (isHeld) => void service.kill(isHeld ? 'SIGSTOP' : 'SIGCONT'),
    });
  } finally {
    service.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

async function startService(data: string) {
  const env = { PATH: process.env.PATH, VAULT_DATA_DIR: data, VAULT_PORT: '0' };
  const child = spawn(process.execPath, [join(DIST, 'cli.js'), 'serve'], { env });
  await new Promise<void>((resolve, reject) => {
    const read = (text: Buffer) => void (text.includes('listens on') && resolve());
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', (code) => reject(new Error(`the service ended with ${code}`)));
  });
  return child;
}

/** From start to end of a process, in milliseconds. Rejects when it fails. */
function timed(
  args: readonly string[],
  input: string,
  env: Readonly<Record<string, string>>,
  cwd: string,
): Promise<number> {
  const start = performance.now();
  const stdio: ['pipe', 'ignore', 'ignore'] = ['pipe', 'ignore', 'ignore'];
  const child = spawn(process.execPath, args, { cwd, env, stdio });
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  return new Promise((resolve, reject) => {
    child.once('error', reject).once('close', (code) => {
      if (code === 0) resolve(performance.now() - start);
      else reject(new Error(`a hook ended with ${code}`));
    });
  });
}
