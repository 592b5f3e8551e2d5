import type { Head, LogReads } from './eventLog.js';

/** The log up to `position`, until the bound is removed. Payloads that were erased since then are missing. */
export function boundedLog(log: LogReads, position: number) {
  let end = position;
  return {
    async head(): Promise<Head> {
      const head = await log.head();
      if (head.position <= end) return head;
      return { position: end, hash: (await log.hashAt(end)) ?? Buffer.alloc(32) };
    },
    readAfter: async (after: number, limit: number) =>
      (await log.readAfter(after, limit)).filter((event) => event.position <= end),
    hashAt: async (at: number) => (at <= end ? log.hashAt(at) : undefined),
    removeBound() {
      end = Number.POSITIVE_INFINITY;
    },
  };
}
