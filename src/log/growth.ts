import type { Appended, EventLog } from './eventLog.js';

/** Those who listen to a log or wait for it to grow: the same behind every engine. */
export interface Growth extends Pick<EventLog, 'reach' | 'onGrown'> {
  /** To be called after every growth, in the order of the log. Listeners are called before those who wait. */
  grew(appended: Appended): void;
}

/** Of a log whose last event is at the position that `end` gives. */
export function growth(end: () => number): Growth {
  const listeners: ((grown: Appended) => void)[] = [];
  const waiting = new Set<() => void>();
  return {
    onGrown: (listener) => void listeners.push(listener),
    grew(appended) {
      for (const listener of listeners) listener(appended);
      for (const look of waiting) look();
    },
    async reach(position, ms, signal) {
      const isThere = () => end() >= position;
      if (ms === 0 || signal?.aborted || isThere()) return isThere();
      return new Promise((resolve) => {
        const settle = () => {
          clearTimeout(timer);
          waiting.delete(look);
          signal?.removeEventListener('abort', settle);
          resolve(isThere());
        };
        const look = () => {
          if (isThere()) settle();
        };
        const timer = setTimeout(settle, ms);
        waiting.add(look);
        signal?.addEventListener('abort', settle);
      });
    },
  };
}
