import type { VaultEventType } from '../events/vaultEvent.js';
import type { Appended, EventLog } from '../log/eventLog.js';
import { oneAtATime } from '../log/oneAtATime.js';
import type { Follower } from './follower.js';

/** Lets the events of several commits be applied together. */
export interface GatheredEvents {
  /** Applies all events that have come when its turn comes. Calls before that share it. Never rejects. */
  applyAll(): Promise<void>;
  /** Does something else with the follower, which takes one call at a time. */
  alone<T>(work: () => Promise<T>): Promise<T>;
  /** The end of the log as last reported. */
  end(): number;
  /** Where the log has the last event of these types since this was opened; 0 if there was none. */
  lastOf(types: readonly VaultEventType[]): number;
}

/** From this many events on they are applied without waiting for more, so that a read waits some 30 ms for them at most. */
const MANY = 256;
/** A follower that stays behind is asked again this often. */
const AGAIN_MS = 1000;

/**
 * Has the events of several commits applied in one transaction. That costs a fraction, since an index page that all of
 * them change is written once. Events wait up to `gatherMs` milliseconds for others, or until a read needs them; with 0
 * they do not wait. Events that wait are in the log, and a start catches up with it.
 */
export function gatherEvents(
  follower: Pick<Follower, 'follow' | 'position'>,
  log: Pick<EventLog, 'onGrown'>,
  gatherMs: number,
): GatheredEvents {
  /** Number of events that the follower was not asked for yet. */
  let waiting = 0;
  let timer: NodeJS.Timeout | undefined;
  let soon: NodeJS.Immediate | undefined;
  const alone = oneAtATime();
  let next: Promise<void> | undefined;
  let end = follower.position();
  let askedAt = 0;
  const lastOf = new Map<VaultEventType, number>();

  function applyAll(): Promise<void> {
    next ??= alone(async () => {
      next = undefined;
      if (waiting === 0 && !isDueAgain()) return;
      clearTimeout(timer);
      clearImmediate(soon);
      [waiting, timer, soon] = [0, undefined, undefined];
      askedAt = performance.now();
      await follower.follow();
    });
    return next;
  }

  /** The follower may have died on the way. */
  function isDueAgain(): boolean {
    return follower.position() < end && performance.now() - askedAt > AGAIN_MS;
  }

  /** Never throws: the events are in the log, so the read models can catch up. */
  function take(grown: Appended): void {
    // Not the number of these events: some may have come erased.
    waiting += grown.head.position - end;
    end = grown.head.position;
    for (const { type, position } of grown.events) lastOf.set(type, position);
    if (gatherMs === 0) void applyAll();
    // After the responses to the requests that wait for this commit.
    else if (waiting >= MANY) soon ??= setImmediate(applyAll);
    else timer ??= setTimeout(applyAll, gatherMs).unref();
  }

  log.onGrown(take);
  return {
    applyAll,
    alone,
    end: () => end,
    lastOf: (types) => Math.max(0, ...types.map((type) => lastOf.get(type) ?? 0)),
  };
}
