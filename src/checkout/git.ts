import { execFile } from 'node:child_process';
import { dirname, resolve } from 'node:path';
import { promisify } from 'node:util';

/** Runs Git, and gives what it prints. */
export type Git = (...args: readonly string[]) => Promise<string>;

const MAX_OUTPUT = 4 * 1024 * 1024;

/** A checkout that Git is asked about. */
export interface Checkout {
  readonly root: string;
  /** How long Git may take for all questions of one call together. */
  readonly gitMs: number;
}

/** Git in a checkout, within its time. Rejects after that, without Git, and where Git refuses. */
export function gitIn({ root, gitMs }: Checkout, env: NodeJS.ProcessEnv = process.env): Git {
  const run = promisify(execFile);
  const options = {
    // Windows looks for programs in this folder first: a checkout must not bring its own git.exe.
    cwd: dirname(process.execPath),
    env: { ...withoutGit(env), GIT_OPTIONAL_LOCKS: '0', GIT_NO_LAZY_FETCH: '1' },
    // It takes whole milliseconds alone.
    signal: AbortSignal.timeout(Math.max(0, Math.round(gitMs))),
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
