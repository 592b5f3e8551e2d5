import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Work that is measured in a process of its own, where nothing else compiles or collects garbage. */
export interface Job<Input, Result> {
  run(input: Input, running: Running): Promise<Result>;
}

export interface Running {
  readonly signal: AbortSignal;
  /** Told how much is done, in whatever the job counts. */
  readonly onProgress?: (done: number) => void;
}

type Work<Input, Result> = (input: Input, report: (done: number) => void) => Promise<Result>;
type End<Result> = { result: Result } | { error: string };
type Said<Result> = { done: number } | End<Result>;

/** A child that takes longer than that has gone wrong. */
const LONGEST_MS = 30 * 60_000;

/** Makes a job of `work`. It runs where the file at `url`, which must export the job, is the process. */
export function job<Input, Result>(url: string, work: Work<Input, Result>): Job<Input, Result> {
  const file = fileURLToPath(url);
  if (process.argv[1] === file && process.send) answer(work);
  return { run: (input, running) => runIn(file, input, running) };
}

/** In the child: does the work that the parent sends, once. */
function answer<Input, Result>(work: Work<Input, Result>): void {
  const say = (said: Said<Result>) => void process.send?.(said);
  const orphaned = () => process.exit(1);
  process.once('disconnect', orphaned);
  // The parent is `runIn`, of the same job.
  process.once('message', async (input: Input) => {
    try {
      say({ result: await work(input, (done) => say({ done })) });
    } catch (error) {
      say({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
    process.off('disconnect', orphaned);
    process.disconnect();
  });
}

async function runIn<Input, Result>(
  file: string,
  input: Input,
  { signal, onProgress }: Running,
): Promise<Result> {
  signal.throwIfAborted();
  const child = fork(file, { execArgv: ['--import', 'tsx'], serialization: 'advanced' });
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  signal.addEventListener('abort', kill);
  const timer = setTimeout(kill, LONGEST_MS);
  // `fork` takes whatever can be copied, which its type does not say.
  child.send(input as object);
  try {
    return await resultOf<Result>(child, file, onProgress);
  } catch (error) {
    // Then it was killed here, and why is known.
    signal.throwIfAborted();
    throw error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', kill);
    process.off('exit', kill);
  }
}

function resultOf<Result>(child: ChildProcess, file: string, onProgress?: (done: number) => void) {
  return new Promise<Result>((resolve, reject) => {
    let end: End<Result> | undefined;
    // The other side is `answer`, of the same job.
    child.on('message', (said: Said<Result>) => {
      if ('done' in said) onProgress?.(said.done);
      else end = said;
    });
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (end && 'result' in end) resolve(end.result);
      else reject(new Error(end?.error ?? `${file} ended with ${signal ?? code}`));
    });
  });
}
