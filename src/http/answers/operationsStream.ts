import { setTimeout as sleep } from 'node:timers/promises';
import { type Listener, RETRY } from './sendEvents.js';

interface Watch extends Listener {
  /** What to send, without the first `seen` points, and how many points there were by then. */
  readonly look: (seen: number) => Promise<{ readonly answer: unknown; readonly taken: number }>;
  /** True while something is in progress that a reader wants to see move. */
  readonly isBusy: () => boolean;
}

/** How often to look whether something is in progress, and how often to send at least; in milliseconds. */
const PACE = { tick: 500, quiet: 2000 };

/**
 * The state of the service as an endless stream of server-sent events: now, every two seconds, and twice a second while
 * something is in progress.
 */
export async function* operationsStream(
  { look, isBusy, mayRead, signal }: Watch,
  { tick, quiet } = PACE,
): AsyncGenerator<string> {
  let seen = 0;
  yield RETRY;
  while (!signal.aborted) {
    const { answer, taken } = await look(seen);
    if (!(await mayRead())) return;
    seen = taken;
    yield `data: ${JSON.stringify(answer)}\n\n`;
    const wasBusy = isBusy();
    for (let waited = 0; waited < quiet && !signal.aborted; waited += tick) {
      // It rejects when the stream ends, which the loops see.
      await sleep(tick, undefined, { signal, ref: false }).catch(() => {});
      if (wasBusy || isBusy()) break;
    }
  }
}
