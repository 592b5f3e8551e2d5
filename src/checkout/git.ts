import { execFile } from 'node:child_process';
import { dirname, resolve } from 'node:path';
import { promisify } from 'node:util';

/** Runs Git, and gives what it prints. */
export type Git = (...args: readonly string[]) => Promise<string>;

const MAX_OUTPUT = 4 * 1024 * 1024;

/** A checkout, and Git to ask about it. */
export interface Checkout {
  readonly root: string;
  readonly git: Git;
}

/** A checkout whose Git has so many milliseconds from now on, for all questions together. Git rejects after that, and where it refuses. */
export function checkoutAt(root: string, ms: number, env?: NodeJS.ProcessEnv): Checkout {
  return { root, git: gitIn(root, ms, env) };
}

function gitIn(root: string, ms: number, env: NodeJS.ProcessEnv = process.env): Git {
  const run = promisify(execFile);
  const options = {
    // Windows looks for programs in this folder first: a checkout must not bring its own git.exe.
    cwd: dirname(process.execPath),
    env: { ...withoutGit(env), GIT_OPTIONAL_LOCKS: '0', GIT_NO_LAZY_FETCH: '1' },
    // It takes whole milliseconds alone.
    signal: AbortSignal.timeout(Math.max(0, Math.round(ms))),
    maxBuffer: MAX_OUTPUT,
    windowsHide: true,
  };
  const common = [
    '-C',
    resolve(root),
    '--no-pager',
    '--literal-pathspecs',
    '-c',
    'core.fsmonitor=false',
  ];
  return async (...args) => (await run('git', [...common, ...args], options)).stdout;
}

/** Git's own variables lead elsewhere: in a hook of Git, `GIT_DIR` names the repository that the hook is of. */
function withoutGit(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const isKept = (name: string) =>
    !/^GIT_(?!CONFIG_(?:GLOBAL|SYSTEM|NOSYSTEM)$|EXEC_PATH$)/i.test(name);
  return Object.fromEntries(Object.entries(env).filter(([name]) => isKept(name)));
}
