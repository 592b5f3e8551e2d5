/** Where the log ends, for those who wait for it to grow. */
export interface LogEnd {
  /** Called after each commit. */
  moveTo(position: number): void;
  /** True once the log goes beyond a position; false when that takes over `ms`, or when `signal` ends it. */
  beyond(position: number, ms: number, signal: AbortSignal): Promise<boolean>;
}

/** The end of a log that ends at `start`. */
export function logEnd(start: number): LogEnd {
  const waiting = new Set<() => void>();
  let end = start;
  return {
    moveTo(position) {
      end = position;
      for (const settle of waiting) settle();
    },
    beyond(position, ms, signal) {
      if (end > position || signal.aborted) return Promise.resolve(end > position);
      return new Promise((resolve) => {
        const settle = () => {
          clearTimeout(timer);
          waiting.delete(settle);
          signal.removeEventListener('abort', settle);
          resolve(end > position);
        };
        const timer = setTimeout(settle, ms);
        waiting.add(settle);
        signal.addEventListener('abort', settle);
      });
    },
  };
}
