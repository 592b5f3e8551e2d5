import { performance } from 'node:perf_hooks';

/** Up to this part of the time, the main thread has nothing to do but to say that it is well. */
const QUIET = 0.02;
/** So many looks in a row. */
const QUIET_LOOKS = 4;
/** A heap that is so many times as large as it was after the last collection holds garbage. */
const GROWN = 1.3;

/** What is known of a thread, and what is done about it. */
interface MainThread {
  /** The part of the time since the last call in which it was busy, from 0 to 1. */
  busy(): number;
  /** Bytes of its heap, garbage included. */
  heap(): number;
  collect(): Promise<void>;
}

/**
 * Gives back the garbage of the main thread once that has nothing to do. V8 lets garbage lie until there is some times as much of
 * it as of what is in use: 70 MB after some thousand saves, for as long as nobody calls.
 */
export function heapRest({ busy, heap, collect }: MainThread = thisThread()) {
  let quiet = 0;
  let kept = 0;
  return {
    /** To be called every few seconds. Never rejects. */
    async look(): Promise<void> {
      quiet = busy() < QUIET ? quiet + 1 : 0;
      if (quiet < QUIET_LOOKS || heap() < GROWN * kept) return;
      quiet = 0;
      await collect();
      kept = heap();
    },
  };
}

/** The thread that calls it. */
export function thisThread(): MainThread {
  let last = performance.eventLoopUtilization();
  return {
    busy() {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, last);
      last = now;
      return utilization;
    },
    heap: () => process.memoryUsage().heapTotal,
    collect: collectGarbage,
  };
}

/** Has V8 collect all garbage of this thread: some 50 ms for 100 MB. */
async function collectGarbage(): Promise<void> {
  try {
    // Of what Node documents, only this needs no option at the start of the process.
    const { Session } = await import('node:inspector/promises');
    const session = new Session();
    session.connect();
    try {
      await session.post('HeapProfiler.collectGarbage');
    } finally {
      session.disconnect();
    }
  } catch {
    // A Node without an inspector keeps its garbage for longer, and nothing else is different.
  }
}
