import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type CallName,
  changeProject,
  HOOK_CALLS,
  type HookCall,
  makeProject,
  NOTES,
} from './hookCalls.js';

const DIST = fileURLToPath(new URL('../../dist/', import.meta.url));

/** A service with a few notes, and an agent that calls hooks beside it. */
export interface HookBench {
  /** Milliseconds from the start of a hook to its end. Without `url`, it asks the service. */
  hook(call: CallName, url?: string): Promise<number>;
  /** What a hook gives the model; empty for nothing. */
  contextOf(call: CallName): Promise<string>;
  /** The same of a Node that does nothing. */
  bare(): Promise<number>;
  /** Stops the service where it is, or lets it go on. */
  hold(isHeld: boolean): void;
}

/**
 * Starts a service for `work`, in folders that are removed afterwards. Throws when a hook does not give what it is to give: it would
 * be the time of something else.
 */
export async function withHooks<T>(work: (bench: HookBench) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'vault-hooks-'));
  const project = join(folder, 'shop');
  mkdirSync(project);
  const data = join(folder, 'data');
  const service = await startService(data);
  const own = { PATH: process.env.PATH, HOME: folder, VAULT_DATA_DIR: data };
  let session = 0;
  const started = (call: CallName, env: NodeJS.ProcessEnv) => {
    session += 1;
    const { event, told }: HookCall = HOOK_CALLS[call];
    const input = JSON.stringify({ ...told, session_id: `s${session}`, cwd: project });
    const args = [join(DIST, 'hook.cjs'), 'claude-code', event, '--passive'];
    return ended(args, input, env, project);
  };
  const contextOf = async (call: CallName) => {
    const { hookSpecificOutput = {} } = JSON.parse((await started(call, own)).stdout);
    return hookSpecificOutput.additionalContext ?? '';
  };
  try {
    makeProject(project);
    for (const note of NOTES) {
      const args = [join(DIST, 'cli.js'), 'save', ...note];
      execFileSync(process.execPath, args, { cwd: project, env: own, stdio: 'pipe' });
    }
    changeProject(project);
    await assertGiven(contextOf);
    return await work({
      async hook(call, url) {
        const env = url === undefined ? own : { ...own, VAULT_URL: url };
        return (await started(call, env)).ms;
      },
      contextOf,
      bare: async () => (await ended(['-e', '0'], '', own, project)).ms,
      hold: (isHeld) => void service.kill(isHeld ? 'SIGSTOP' : 'SIGCONT'),
    });
  } finally {
    service.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

async function assertGiven(contextOf: HookBench['contextOf']): Promise<void> {
  for (const call of Object.keys(HOOK_CALLS) as CallName[]) {
    const { event, gives }: HookCall = HOOK_CALLS[call];
    if (event === 'session-start') continue;
    const context = await contextOf(call);
    if (gives === undefined ? context !== '' : !context.includes(gives))
      throw new Error(`the hook "${call}" gives: ${context}`);
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

/** From start to end of a process, in milliseconds, and what it prints. Rejects when it fails. */
function ended(
  args: readonly string[],
  input: string,
  env: NodeJS.ProcessEnv,
  cwd: string,
): Promise<{ readonly ms: number; readonly stdout: string }> {
  const start = performance.now();
  const stdio: ['pipe', 'pipe', 'ignore'] = ['pipe', 'pipe', 'ignore'];
  const child = spawn(process.execPath, args, { cwd, env, stdio });
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  return new Promise((resolve, reject) => {
    child.once('error', reject).once('close', (code) => {
      if (code === 0) resolve({ ms: performance.now() - start, stdout });
      else reject(new Error(`a hook ended with ${code}`));
    });
  });
}
