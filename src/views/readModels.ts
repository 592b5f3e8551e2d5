import { setTimeout as sleep } from 'node:timers/promises';
import type { VaultEventType } from '../events/vaultEvent.js';
import type { Appended, EventLog } from '../log/eventLog.js';
import { oneAtATime } from '../log/oneAtATime.js';
import type { Sql } from '../sqlite/sqlite.js';
import type { Progress } from './applyEvents.js';
import type { Follower, Swap } from './follower.js';

/**
 * The read models of a vault. They follow the log a moment later. A reader does not notice, since a read waits until
 * the events that concern it are applied.
 */
export interface ReadModels {
  /**
   * The file for reading, once it holds all that was in the log at the time of the call, or all that the projection
   * named `about` makes of it. Not to be kept: a rebuild puts another file in its place. Models that stopped or
   * cannot be written are shown as they are.
   */
  current(about?: string): Promise<Sql>;
  /** Whether the log has events for this projection that it has not applied yet. */
  isBehind(about: string): boolean;
  progress(): readonly Progress[];
  /** The position that all projections have reached, except those that stopped. */
  position(): number;
  /**
   * True once the log has event `position` and every projection has seen it; false when that takes over `ms`
   * milliseconds.
   */
  waitFor(position: number, ms: number): Promise<boolean>;
  /**
   * Makes what was erased so far unreadable in the file itself; false when a reader or a full disk prevents it. To write
   * the file again takes seconds in a large vault; where that may not be done, only what was written again already is
   * brought into the file.
   */
  wipe(mayRewrite: boolean): Promise<boolean>;
  /** Goes on with another file; reads that need later events wait until then. When it rejects, the old file stays in use. */
  replace(swap: Swap): Promise<void>;
  close(): Promise<void>;
}

/** From this many events on they are applied without waiting for more. */
const MANY = 256;
const LOOK_MS = 5;
/** A follower that stays behind is asked again this often. */
const AGAIN_MS = 1000;

/**
 * Read models that apply the events of several commits in one transaction. That costs a fraction, since an index page
 * that all of them change is written once. Events wait up to `gatherMs` milliseconds for others, or until a read needs
 * them; with 0 they do not wait. Events that wait are in the log, and a start catches up with it.
 */
export function readModels(
  follower: Follower,
  log: Pick<EventLog, 'onGrown' | 'reach'>,
  gatherMs: number,
): ReadModels {
  /** Number of events that the follower was not asked for yet. */
  let waiting = 0;
  let timer: NodeJS.Timeout | undefined;
  let soon: NodeJS.Immediate | undefined;
  /** The follower takes one call at a time. */
  const alone = oneAtATime();
  let next: Promise<void> | undefined;
  /** The end of the log as last reported. */
  let end = follower.position();
  let askedAt = 0;
  /** Where the log has the last event of each type since this was opened. */
  const lastOf = new Map<VaultEventType, number>();

  /** Applies all events that have come when its turn comes. Calls before that share it. */
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

  /** The position up to which the log has events for a projection. */
  function lastFor({ projection, stopped }: Progress): number {
    if (stopped) return end;
    // The keys are event types; Object.keys forgets it.
    const types = Object.keys(projection.handlers) as VaultEventType[];
    return Math.max(0, ...types.map((type) => lastOf.get(type) ?? 0));
  }

  function isBehind(about: string): boolean {
    const one = follower.progress().find(({ projection }) => projection.name === about);
    return one === undefined || one.position < lastFor(one);
  }

  /** Never throws: the events are in the log, so the read models can catch up. */
  function take(grown: Appended): void {
    waiting += grown.events.length;
    end = grown.head.position;
    for (const { type, position } of grown.events) lastOf.set(type, position);
    if (gatherMs === 0) void applyAll();
    // After the responses to the requests that wait for this commit.
    else if (waiting >= MANY) soon ??= setImmediate(applyAll);
    else timer ??= setTimeout(applyAll, gatherMs).unref();
  }

  const seen = () => Math.min(...follower.progress().map(({ position }) => position));

  log.onGrown(take);
  return {
    async current(about) {
      if (about === undefined ? follower.position() < end : isBehind(about)) await applyAll();
      return follower.views;
    },
    isBehind,
    progress: () => follower.progress(),
    position: () => follower.position(),
    async waitFor(position, ms) {
      let late = ms === 0;
      const timer = setTimeout(() => {
        late = true;
      }, ms);
      try {
        if (!(await log.reach(position, ms))) return false;
        for (;;) {
          await applyAll();
          if (seen() >= position) return true;
          if (late) return false;
          await sleep(LOOK_MS);
        }
      } finally {
        clearTimeout(timer);
      }
    },
    async wipe(mayRewrite) {
      await applyAll();
      return alone(async () => follower.wipe(mayRewrite));
    },
    replace: (swap) => alone(() => follower.replace(swap)),
    async close() {
      await applyAll();
      await alone(async () => follower.close());
    },
  };
}
