import type { Appended } from '../log/eventLog.js';
import type { Sql } from '../log/sqlite.js';
import type { Projector } from './projector.js';

/** As many wait for each other at most. */
const MANY = 64;

/** How a projector gathers. */
export interface Gathering {
  /** How long events may wait for others, in milliseconds; with 0 they do not. */
  readonly ms: number;
  /** Called after events were applied. Must not throw. */
  readonly onApplied: (views: Sql) => void;
}

/**
 * A projector that applies what several commits brought in one transaction, which costs a fraction: an index page
 * that is touched again and again is written once. Nobody who asks can tell: looking at the read models has all
 * applied first. What waits is in the log, and a start catches up with it.
 */
export function gathering(projector: Projector, { ms, onApplied }: Gathering): Projector {
  let waiting: Appended[] = [];
  let count = 0;
  let timer: NodeJS.Timeout | undefined;
  let soon: NodeJS.Immediate | undefined;

  function applyAll(): void {
    const head = waiting.at(-1)?.head;
    if (!head) return;
    clearTimeout(timer);
    clearImmediate(soon);
    const events = waiting.flatMap((appended) => appended.events);
    [waiting, count, timer, soon] = [[], 0, undefined, undefined];
    projector.apply({ events, head });
    onApplied(projector.views);
  }

  const upToDate = () => {
    applyAll();
    return projector;
  };

  return {
    get views() {
      return upToDate().views;
    },
    progress: () => upToDate().progress(),
    position: () => upToDate().position(),
    apply(appended) {
      waiting.push(appended);
      count += appended.events.length;
      if (ms === 0) applyAll();
      // After the answers to those who wait for the commit.
      else if (count >= MANY) soon ??= setImmediate(applyAll);
      else timer ??= setTimeout(applyAll, ms).unref();
    },
    catchUp: (onProgress) => upToDate().catchUp(onProgress),
    waitFor: (position, most) => upToDate().waitFor(position, most),
    scour: () => upToDate().scour(),
    replace: (swap, reached) => upToDate().replace(swap, reached),
    close() {
      applyAll();
      projector.close();
    },
  };
}
