import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
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
  const options = { ...surroundings(env), signal: limitOf(ms), maxBuffer: MAX_OUTPUT };
  return async (...args) => (await run('git', [...before(root), ...args], options)).stdout;
}

/**
 * Runs Git once, and gives what it prints piece by piece, however much that is. Throws an `Error` with what Git says where it refuses,
 * and where `limit` comes before its end. Git ends where nobody reads on.
 */
export async function* gitOutput(
  root: string,
  limit: AbortSignal,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): AsyncGenerator<Buffer> {
  if (limit.aborted) throw new Error(TOO_LONG);
  const child = spawn('git', [...before(root), ...args], {
    ...surroundings(env),
    signal: limit,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    if (said.length < LONGEST_COMPLAINT) said += text;
  });
  // Both at once: it may fail before its output ends.
  const ended = once(child, 'close').then(
    ([code]) => (code === 0 ? undefined : new Error(said.trim().slice(0, LONGEST_COMPLAINT))),
    (error: Error) => (error.name === 'AbortError' ? new Error(TOO_LONG) : error),
  );
  try {
    yield* child.stdout;
    const failure = await ended;
    if (failure !== undefined) throw failure;
  } finally {
    child.kill();
  }
}

const TOO_LONG = 'it took too long';
const LONGEST_COMPLAINT = 1_000;

const surroundings = (env: NodeJS.ProcessEnv) => ({
  // Windows looks for programs in this folder first: a checkout must not bring its own git.exe.
  cwd: dirname(process.execPath),
  env: {
    ...withoutGit(env),
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    GIT_NO_LAZY_FETCH: '1',
    // Older versions do not know that, and what they fetch by is a program that the repository names.
    GIT_ALLOW_PROTOCOL: 'none',
    // What it says is read, and shown among English sentences.
    LC_ALL: 'C',
  },
  windowsHide: true,
});

/** It takes whole milliseconds alone. */
const limitOf = (ms: number) => AbortSignal.timeout(Math.max(0, Math.round(ms)));

const before = (root: string) => [
  '-C',
  resolve(root),
  '--no-pager',
  '--literal-pathspecs',
  '-c',
  'core.fsmonitor=false',
];

/** Git's own variables lead elsewhere: in a hook of Git, `GIT_DIR` names the repository that the hook is of. */
function withoutGit(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const isKept = (name: string) =>
    !/^GIT_(?!CONFIG_(?:GLOBAL|SYSTEM|NOSYSTEM)$|EXEC_PATH$)/i.test(name);
  return Object.fromEntries(Object.entries(env).filter(([name]) => isKept(name)));
}
