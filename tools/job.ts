import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Work that is measured in its own process, where no other code is compiled and no other garbage collected. */
export interface Job<Input, Result> {
  run(input: Input, running: Running): Promise<Result>;
}

export interface Running {
  readonly signal: AbortSignal;
  /** Called with the amount of work done so far, in the unit that the job counts in. */
  readonly onProgress?: (done: number) => void;
}

type Work<Input, Result> = (input: Input, report: (done: number) => void) => Promise<Result>;
type End<Result> = { result: Result } | { error: string };
type Message<Result> = { done: number } | End<Result>;

/** A child that takes longer is considered stuck and is killed. */
const LONGEST_MS = 30 * 60_000;

/** Makes a job of `work`. The file at `url` must export the job, because it is run as the child process. */
export function job<Input, Result>(url: string, work: Work<Input, Result>): Job<Input, Result> {
  const file = fileURLToPath(url);
  if (process.argv[1] === file && process.send) answer(work);
  return { run: (input, running) => runIn(file, input, running) };
}

/** In the child: does the work for one message of the parent. */
function answer<Input, Result>(work: Work<Input, Result>): void {
  const send = (message: Message<Result>) => void process.send?.(message);
  const orphaned = () => process.exit(1);
  process.once('disconnect', orphaned);
  // The type is safe: the parent is `runIn` of the same job.
  process.once('message', async (input: Input) => {
    try {
      send({ result: await work(input, (done) => send({ done })) });
    } catch (error) {
      send({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
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
  // The cast is safe: a child accepts every value that can be cloned, but the type of `send` does not say so.
  child.send(input as object);
  try {
    return await resultOf<Result>(child, file, onProgress);
  } catch (error) {
    // If it was killed here, the reason of the signal is the error.
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
    // The type is safe: the child is `answer` of the same job.
    child.on('message', (message: Message<Result>) => {
      if ('done' in message) onProgress?.(message.done);
      else end = message;
    });
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (end && 'result' in end) resolve(end.result);
      else reject(new Error(end?.error ?? `${file} ended with ${signal ?? code}`));
    });
  });
}
