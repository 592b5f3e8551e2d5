import { setTimeout as sleep } from 'node:timers/promises';
import type { VaultEvent, VaultEventType } from '../events/vaultEvent.js';
import type { Appended, Head } from '../log/eventLog.js';
import type { Sql } from '../sqlite/sqlite.js';
import type { Progress } from './applyEvents.js';
import type { Follower, Swap } from './follower.js';

/**
 * The read models of a vault. They follow the log a moment later; nobody who asks can tell, since whoever looks at them
 * waits for what concerns it.
 */
export interface ReadModels {
  /**
   * The file for reading, once it holds all that was in the log at the time of the call, or all that the projection
   * named `about` makes of it. Not to be kept: a rebuild puts another file in its place. Models that stopped or
   * cannot be written are shown as they are.
   */
  current(about?: string): Promise<Sql>;
  /** Whether a projection has yet to see something that concerns it. */
  isBehind(about: string): boolean;
  progress(): readonly Progress[];
  /** How far along the log the file is, stopped projections aside. */
  position(): number;
  /** To be told of every commit. Never throws: the fact is in the log, a view can catch up. */
  apply(appended: Appended): void;
  /** True once every projection has seen event `position`; false when that takes over `ms`. */
  waitFor(position: number, ms: number): Promise<boolean>;
  /** Makes what was erased so far unreadable in the file itself; false when something holds it up. */
  wipe(): Promise<boolean>;
  /** Goes on with another file; whoever wants to read what came meanwhile waits. Rejects when it cannot. */
  replace(swap: Swap): Promise<void>;
  close(): Promise<void>;
}

/** As many events wait for each other at most. */
const MANY = 256;
const LOOK_MS = 5;
/** A follower that is behind although it was told everything is asked again this often. */
const AGAIN_MS = 1000;

/**
 * Read models that take what several commits brought in one transaction, which costs a fraction: an index page that is
 * touched again and again is written once. Events wait up to `gatherMs` milliseconds for others, or until
 * somebody wants to see them; with 0 they do not wait. What waits is in the log, and a start catches up with it.
 */
export function readModels(follower: Follower, gatherMs: number): ReadModels {
  let waiting: VaultEvent[] = [];
  let count = 0;
  let timer: NodeJS.Timeout | undefined;
  let soon: NodeJS.Immediate | undefined;
  /** One thing at a time is asked of the follower. */
  let underWay: Promise<unknown> | undefined;
  let afterwards: Promise<void> | undefined;
  const start = follower.position();
  let last: Head | undefined;
  let askedAt = 0;
  /** Where the log has the last event of each type since this was opened. */
  const lastOf = new Map<VaultEventType, number>();

  function alone<T>(work: () => Promise<T>): Promise<T> {
    const done = (underWay ?? Promise.resolve()).then(work);
    hold(done);
    return done;
  }

  function hold(work: Promise<unknown>): void {
    const held = work
      .catch(() => {})
      .then(() => {
        if (underWay === held) underWay = undefined;
      });
    underWay = held;
  }

  function applyAll(): Promise<void> {
    if (underWay) {
      // What is under way may not know the last events; those that came meanwhile go together.
      afterwards ??= underWay.then(() => {
        afterwards = undefined;
        return applyAll();
      });
      return afterwards;
    }
    if (!last || (count === 0 && !isDueAgain())) return Promise.resolve();
    clearTimeout(timer);
    clearImmediate(soon);
    const events = waiting;
    [waiting, count, timer, soon] = [[], 0, undefined, undefined];
    askedAt = performance.now();
    const applied = follower.follow({ events, head: last });
    hold(applied);
    return applied;
  }

  /** Where the log ends, as far as was told. */
  const head = () => last?.position ?? start;

  /** What follows may have died on the way. */
  function isDueAgain(): boolean {
    return follower.position() < head() && performance.now() - askedAt > AGAIN_MS;
  }

  /** The event that a projection has to have seen. */
  function lastFor({ projection, stopped }: Progress): number {
    if (stopped) return head();
    // The keys are event types; Object.keys forgets it.
    const types = Object.keys(projection.handlers) as VaultEventType[];
    return Math.max(0, ...types.map((type) => lastOf.get(type) ?? 0));
  }

  function isBehind(about: string): boolean {
    const one = follower.progress().find(({ projection }) => projection.name === about);
    return one === undefined || one.position < lastFor(one);
  }

  const seen = () => Math.min(...follower.progress().map(({ position }) => position));

  return {
    async current(about) {
      if (about === undefined ? follower.position() < head() : isBehind(about)) await applyAll();
      return follower.views;
    },
    isBehind,
    progress: () => follower.progress(),
    position: () => follower.position(),
    apply(appended) {
      if (!follower.readsLog) waiting.push(...appended.events);
      count += appended.events.length;
      last = appended.head;
      for (const { type, position } of appended.events) lastOf.set(type, position);
      if (gatherMs === 0) void applyAll();
      // After the answers to those who wait for the commit.
      else if (count >= MANY) soon ??= setImmediate(applyAll);
      else timer ??= setTimeout(applyAll, gatherMs).unref();
    },
    async waitFor(position, ms) {
      let late = ms === 0;
      const timer = setTimeout(() => {
        late = true;
      }, ms);
      try {
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
    async wipe() {
      await applyAll();
      return alone(() => follower.wipe());
    },
    replace: (swap) => alone(() => follower.replace(swap)),
    async close() {
      await applyAll();
      await alone(() => follower.close());
    },
  };
}
