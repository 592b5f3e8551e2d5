import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, Worker, type WorkerOptions, workerData } from 'node:worker_threads';

/** What both sides of a thread know of each other. All of it is copied, so it has no functions and no classes. */
interface WorkerContract {
  /** What the thread is started with. */
  readonly data: unknown;
  /** What it can be asked, as functions of what goes there to what comes back. */
  readonly methods: object;
  /** What it reports without being asked, by name. */
  readonly events?: object;
}

type Methods<C extends WorkerContract> = C['methods'];
type Events<C> = C extends { readonly events: infer E } ? E : Record<never, never>;
type Input<F> = F extends (...input: infer I extends unknown[]) => unknown ? I : never;
type Output<F> = F extends (...input: never[]) => infer O ? Awaited<O> : never;

export interface WorkerSettings<C extends WorkerContract>
  extends Omit<WorkerOptions, 'name' | 'workerData'> {
  /** What errors call its work: "the rebuild", as in "the rebuild was interrupted". */
  readonly name: string;
  readonly data: C['data'];
  /** Called in the order in which the thread emits, before the response that follows. */
  readonly on?: { readonly [E in keyof Events<C>]: (payload: Events<C>[E]) => void };
}

/** A thread, seen from where it was started. */
export interface WorkerClient<C extends WorkerContract> {
  /**
   * Asks the thread, which answers one request after another. Rejects with what the method threw: a plain `Error` with
   * its name, message, code, file and setting. When the thread ends first it rejects with a sentence that names the thread; by then
   * its files are closed.
   */
  call<M extends keyof Methods<C> & string>(
    method: M,
    ...input: Input<Methods<C>[M]>
  ): Promise<Output<Methods<C>[M]>>;
  /** How many calls have no answer yet. */
  pending(): number;
  /** False once the thread has ended, whatever ended it. */
  isRunning(): boolean;
  /** Ends the thread where it is. Resolves when it has ended, or after `patienceMs`: one deep in SQLite goes on. */
  close(patienceMs?: number): Promise<void>;
}

/**
 * A thread that has had nothing to do for so long ends, and gives back its memory. Longer than the pause between the calls of an
 * agent at work: who comes after it waits some 100 ms for the next thread.
 */
export const IDLE_MS = 90_000;

/** How long a stop waits for a thread that may be deep in SQLite. */
export const PATIENCE_MS = 1000;

interface WorkerRequest {
  readonly method: string;
  readonly input: readonly unknown[];
}

/** The answer to the oldest request that has none, or an event. */
type WorkerResponse =
  | { readonly output: unknown }
  | { readonly error: PlainError }
  | { readonly event: string; readonly payload: unknown };

interface PendingCall {
  resolve(output: unknown): void;
  reject(error: Error): void;
}

/** Starts the thread whose entry is at `url`. The process does not wait for it while no call is pending. */
export function openWorker<C extends WorkerContract>(
  url: URL,
  { name, data, on, ...options }: WorkerSettings<C>,
): WorkerClient<C> {
  const worker = new Worker(url, { ...options, name, workerData: data });
  // The thread emits by the same contract; its compiler has seen that name and payload fit.
  const listeners = { ...on } as Record<string, (payload: unknown) => void>;
  const calls: PendingCall[] = [];
  let failure: Error | undefined;
  let isRunning = true;
  worker.unref();
  worker.on('message', (response: WorkerResponse) => {
    if ('event' in response) return listeners[response.event]?.(response.payload);
    const call = calls.shift();
    if (calls.length === 0) worker.unref();
    if ('output' in response) call?.resolve(response.output);
    else call?.reject(Object.assign(new Error(response.error.message), response.error));
  });
  worker.on('error', (error) => {
    failure = new Error(`${name} failed: ${reasonOf(error)}`, { cause: error });
    if (typeof error === 'object' && error) Object.assign(failure, aboutOf(error));
  });
  const ended = new Promise<void>((resolve) => {
    worker.on('exit', () => {
      isRunning = false;
      failure ??= new Error(`${name} was interrupted`);
      for (const { reject } of calls.splice(0)) reject(failure);
      resolve();
    });
  });
  return {
    call: (method, ...input) =>
      new Promise((resolve, reject) => {
        if (!isRunning) throw failure;
        worker.postMessage({ method, input } satisfies WorkerRequest);
        worker.ref();
        // The thread serves the same contract, which says what this method gives.
        calls.push({ resolve: resolve as PendingCall['resolve'], reject });
      }),
    pending: () => calls.length,
    isRunning: () => isRunning,
    async close(patienceMs) {
      void worker.terminate();
      const late = patienceMs === undefined ? [] : [sleep(patienceMs, undefined, { ref: false })];
      await Promise.race([ended, ...late]);
    },
  };
}

/** Errors that are not native, as SQLite's are not, lose all but their code on the way out of a dying thread. */
function reasonOf(error: unknown): string {
  if (error instanceof Error) return error.message;
  return String(typeof error === 'object' && error && 'code' in error ? error.code : error);
}

/** Reports an event to where the thread was started. */
type Emit<C> = <E extends keyof Events<C> & string>(event: E, payload: Events<C>[E]) => void;

/** What a thread answers with. */
type Handlers<C extends WorkerContract> = {
  readonly [M in keyof Methods<C>]: (
    ...input: Input<Methods<C>[M]>
  ) => Output<Methods<C>[M]> | Promise<Output<Methods<C>[M]>>;
};

/** Answers what `openWorker` asks; called by the entry of a thread. When `start` throws, the thread ends. */
export function serveWorker<C extends WorkerContract>(
  start: (data: C['data'], emit: Emit<C>) => Handlers<C>,
): void {
  const respond = (response: WorkerResponse) => parentPort?.postMessage(response);
  const handlers = start(workerData, (event, payload) => respond({ event, payload }));
  // `openWorker` only asks for methods of the same contract, with their input.
  const methods = handlers as Record<string, (...input: readonly unknown[]) => unknown>;
  let last = Promise.resolve();
  parentPort?.on('message', ({ method, input }: WorkerRequest) => {
    last = last
      .then(() => methods[method]?.(...input))
      .then(
        (output) => respond({ output }),
        (error) => respond({ error: plainError(error) }),
      );
  });
}

/** What is kept of an error that crosses to another thread. */
export interface PlainError {
  readonly name: string;
  readonly message: string;
  readonly stack?: string | undefined;
  readonly code?: unknown;
  readonly file?: unknown;
  readonly setting?: unknown;
}

/** An error without its class, which cannot cross to another thread; `diagnosticOf` still knows what it is. */
export function plainError(error: unknown): PlainError {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) };
  const { name, message, stack } = error;
  return { name, message, stack, ...aboutOf(error) };
}

/** What an error says of its cause, besides its message. Node calls the file `path`. */
function aboutOf(error: object): Pick<PlainError, 'code' | 'file' | 'setting'> {
  const { code, path, file = path, setting } = error as PlainError & { path?: unknown };
  return {
    ...(code !== undefined && { code }),
    ...(file !== undefined && { file }),
    ...(setting !== undefined && { setting }),
  };
}
