import { setMaxListeners } from 'node:events';

const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/** Does `work` with a signal that Ctrl-C aborts, so that it ends its children and cleans up. */
export async function untilInterrupted(
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const controller = new AbortController();
  // Each call of `fetch` adds a listener, which only garbage collection removes.
  setMaxListeners(0, controller.signal);
  const listeners = Object.entries(SIGNALS).map(([name, code]) => {
    const abort = () => {
      process.exitCode = code;
      controller.abort(new Error('interrupted'));
    };
    process.on(name, abort);
    return [name, abort] as const;
  });
  try {
    await work(controller.signal);
  } finally {
    for (const [name, abort] of listeners) process.off(name, abort);
  }
}
