import type { Filtered, PrivacyFilter } from '../domain/privacy/privacyFilter.js';
import { openWorker, type WorkerClient } from '../threads/worker.js';

/** A thread that filters texts. */
export interface FilterContract {
  /** The owner's own patterns. */
  readonly data: { readonly patterns: readonly RegExp[] };
  readonly methods: { filter(text: string): Filtered };
}

/** Longer texts, in UTF-16 units, are filtered on the thread. The slowest of this length takes some 20 ms. */
export const LONGEST_HERE = 16 * 1024;

/** What it makes of a text is garbage when it has answered: with more room for that, it keeps 32 MB and is no faster. */
const MEMORY = { maxYoungGenerationSizeMb: 4 };

/** A filter that holds up nobody: `here` for short texts, and for long ones a thread, which the first of them starts. */
export function filterOnThread(
  here: PrivacyFilter,
  data: FilterContract['data'],
): { readonly filter: PrivacyFilter; close(): Promise<void> } {
  let thread: WorkerClient<FilterContract> | undefined;
  const running = () => {
    // One that has died is replaced.
    if (thread?.isRunning()) return thread;
    thread = openWorker<FilterContract>(new URL('./filterThread.js', import.meta.url), {
      name: 'the privacy filter',
      data,
      resourceLimits: MEMORY,
    });
    return thread;
  };
  return {
    filter: async (text) => {
      if (text.length <= LONGEST_HERE) return here(text);
      return running().call('filter', text);
    },
    close: async () => thread?.close(),
  };
}
