import type { LogReads } from './eventLog.js';

/** A log that ends at a bound until the bound is removed. */
export interface BoundedLog extends LogReads {
  removeBound(): void;
}

/** The log up to `position`. Payloads that were erased since then are missing. */
export function boundedLog(log: LogReads, position: number): BoundedLog {
  let end = position;
  return {
    async head() {
      const head = await log.head();
      if (head.position <= end) return head;
      return { position: end, hash: (await log.hashAt(end)) ?? Buffer.alloc(32) };
    },
    readAfter: async (after, limit) =>
      (await log.readAfter(after, limit)).filter((event) => event.position <= end),
    hashAt: async (at) => (at <= end ? log.hashAt(at) : undefined),
    removeBound() {
      end = Number.POSITIVE_INFINITY;
    },
  };
}
