import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../domain/time.js';
import { erases } from '../events/vaultEvent.js';
import type { Wiper } from '../maintenance/wiper.js';
import type { Reports } from './cluster.js';
import type { ReplicatedLog } from './replicatedLog.js';
import type { NodeReport, SharedControl } from './sharedControl.js';

const REPORT_MS = 1000;
/**
 * A node that has been silent for longer counts as dead: it answers nothing any more, and wipes its files when it starts or
 * hears again. Longer than a connection needs to be given up and made anew, and than a node may answer reads without one.
 */
export const LIVE_MS = 20_000;
/** The same as a multiple of `maxLag`, where that is longer. */
export const LIVE_LAGS = 2;
/** How often those are asked that have not wiped their files yet. */
const ASK_MS = 50;
/** How long a wiping that another node caused is waited for before it goes on in the background. */
const ELSEWHERE_MS = 10_000;

interface NodeParts {
  readonly control: Pick<SharedControl, 'report'>;
  readonly log: Pick<ReplicatedLog, 'position' | 'onGrown'>;
  /** See `SharedLogSettings`. */
  readonly maxLag: number;
}

/**
 * What a node tells the others about its files, which are wiped by `own`, and what it learns from them. `now` gives
 * milliseconds since any moment.
 */
export function nodeReports(
  { control, log, maxLag }: NodeParts,
  own: Wiper,
  now: Clock = () => performance.now(),
): Reports {
  const liveMs = Math.max(LIVE_MS, LIVE_LAGS * maxLag);
  let wiped = -1;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let seen = log.position();
  let reportedAt = now();
  /** Until then, whoever is silent may be so because the shared log has answered nobody. */
  let doubtedUntil = Number.NEGATIVE_INFINITY;

  /** What was taken in has begun to be wiped in the same turn, so nothing comes between the two looks. */
  function look(): { position: number; wiped: number } {
    const position = log.position();
    if (!own.pending()) wiped = position;
    return { position, wiped };
  }

  async function report(): Promise<readonly NodeReport[]> {
    const live = await control.report(look(), liveMs);
    if (now() - reportedAt > liveMs / 2) doubtedUntil = now() + liveMs / 2;
    reportedAt = now();
    return live;
  }

  const tryReport = () => {
    if (!stopped) report().catch(() => {});
  };

  log.onGrown(({ events, head }) => {
    // What comes erased is not among the events, and may have erased something in turn.
    const hasErased = head.position - seen > events.length;
    seen = head.position;
    if (!hasErased && !events.some(({ type }) => erases(type))) return;
    void own.wipe(head.position, ELSEWHERE_MS).then(tryReport, () => {});
  });

  async function areWiped(position: number): Promise<boolean> {
    const live = await report();
    return now() >= doubtedUntil && live.every((one) => one.wiped >= position);
  }

  return {
    /** For answers to callers: it waits until all nodes that live have wiped their files. */
    wiper: {
      ...own,
      async wipe(position, ms, signal) {
        const late = AbortSignal.timeout(ms);
        const ends = signal ? AbortSignal.any([late, signal]) : late;
        if (!(await own.wipe(position, ms, signal))) return false;
        const over = new AbortController();
        const ended = once(ends, 'abort', over).then(() => Promise.reject(ends.reason));
        ended.catch(() => {});
        try {
          ends.throwIfAborted();
          // The shared log may take its time to answer.
          while (!(await Promise.race([areWiped(position), ended])))
            await sleep(ASK_MS, undefined, { signal: ends });
          return true;
        } catch {
          // Too late, or the others cannot be asked: they wipe their files in any case.
          return false;
        } finally {
          over.abort();
        }
      },
      async close() {
        stopped = true;
        clearInterval(timer);
        await own.close();
      },
    },
    start() {
      timer ??= setInterval(tryReport, REPORT_MS).unref();
      tryReport();
    },
  };
}
