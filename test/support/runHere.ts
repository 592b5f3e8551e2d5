import { Console } from 'node:console';
import { Readable, Writable } from 'node:stream';
import { onTestFinished } from 'vitest';

// As the program is built, so that it finds its threads and starts services by the built program.
const { runCommandLine } = (await import(
  String(new URL('../../dist/cli/runCommandLine.js', import.meta.url))
)) as typeof import('../../src/cli/runCommandLine.js');

/** What a command line finds around it. */
export interface Surroundings {
  /** All of the environment. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** By default the directory of the tests. */
  readonly cwd?: string | undefined;
  /** All of the standard input. */
  readonly input?: string | Uint8Array | undefined;
  /** Of the terminal that it runs in; undefined for pipes. */
  readonly columns?: number | undefined;
}

export interface Ended {
  readonly code: number;
  /** Both outputs, in the order in which they were written. */
  readonly output: string;
  readonly stdout: string;
  readonly stderr: string;
}

const PATIENCE = 20;

/** One at a time has the environment and the streams of this process. */
let turn: Promise<void> = Promise.resolve();

/**
 * Runs a command line as the program does, in this process: at a tenth of the price of one of its own. Not for what ends
 * by a signal, a closed pipe or a deadline, reads keys, or serves.
 */
export async function runHere(
  words: readonly string[],
  { env, cwd = process.cwd(), input = '', columns }: Surroundings,
): Promise<Ended> {
  const before = turn;
  let release = () => {};
  turn = new Promise((resolve) => {
    release = resolve;
  });
  await before;
  const written = { output: '', stdout: '', stderr: '' };
  const to = (name: 'stdout' | 'stderr') =>
    asTerminal(
      new Writable({
        decodeStrings: false,
        write(text: string | Buffer, _, done) {
          written[name] += text;
          written.output += text;
          done();
        },
      }),
      columns,
    );
  const stdin = asTerminal(Readable.from(input.length === 0 ? [] : [Buffer.from(input)]), columns);
  const putBack = replaceSurroundings({
    env,
    cwd,
    stdin,
    stdout: to('stdout'),
    stderr: to('stderr'),
  });
  // Also when the test gave up on it.
  const end = () => {
    putBack();
    release();
  };
  onTestFinished(end);
  try {
    await runCommandLine(words, process.umask(0o077));
    return { code: Number(process.exitCode ?? 0), ...written };
  } finally {
    end();
  }
}

function asTerminal<Stream extends Readable | Writable>(stream: Stream, columns?: number): Stream {
  return columns === undefined ? stream : Object.assign(stream, { isTTY: true, columns });
}

interface Replaced {
  readonly env: Surroundings['env'];
  readonly cwd: string;
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
}

/** Gives the function that puts all back as it was. */
function replaceSurroundings({ env, cwd, stdin, stdout, stderr }: Replaced): () => void {
  const before = {
    env: { ...process.env },
    cwd: process.cwd(),
    umask: process.umask(),
    exitCode: process.exitCode,
    console: globalThis.console,
    streams: (['stdin', 'stdout', 'stderr'] as const).map(
      (name) => [name, Object.getOwnPropertyDescriptor(process, name) ?? {}] as const,
    ),
    interrupts: process.rawListeners('SIGINT'),
  };
  setEnvironment(env);
  process.chdir(cwd);
  process.exitCode = undefined;
  globalThis.console = new Console({ stdout, stderr });
  for (const [name, value] of Object.entries({ stdin, stdout, stderr }))
    Object.defineProperty(process, name, { value, configurable: true });
  const endPatience = lengthenDeadlines();
  let isBack = false;
  return () => {
    if (isBack) return;
    isBack = true;
    endPatience();
    for (const [name, descriptor] of before.streams)
      Object.defineProperty(process, name, descriptor);
    globalThis.console = before.console;
    process.exitCode = before.exitCode;
    process.umask(before.umask);
    process.chdir(before.cwd);
    setEnvironment(before.env);
    for (const listener of process.rawListeners('SIGINT'))
      if (!before.interrupts.includes(listener)) process.off('SIGINT', listener as () => void);
  };
}

/**
 * A vault that does not answer within two seconds is not there, for a verb. On a busy machine, it is: deadlines of a second and
 * more come twenty times as late. Shorter times are waits.
 */
function lengthenDeadlines(): () => void {
  const { setTimeout: wait } = globalThis;
  const { timeout } = AbortSignal;
  const patient: typeof setTimeout = Object.assign(
    (run: (...rest: unknown[]) => void, ms = 0, ...rest: unknown[]) =>
      wait(run, ms < 1000 ? ms : ms * PATIENCE, ...rest),
    wait,
  );
  globalThis.setTimeout = patient;
  AbortSignal.timeout = (ms) => timeout.call(AbortSignal, ms * PATIENCE);
  return () => {
    globalThis.setTimeout = wait;
    AbortSignal.timeout = timeout;
  };
}

/** In the object that there is: programs that are started, and the home directory, come from it. */
function setEnvironment(env: Surroundings['env']): void {
  for (const name of Object.keys(process.env))
    if (env[name] === undefined) delete process.env[name];
  for (const [name, value] of Object.entries(env))
    if (value !== undefined) process.env[name] = value;
}
