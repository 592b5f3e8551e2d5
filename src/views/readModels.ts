import { setTimeout as sleep } from 'node:timers/promises';
import { Rejection } from '../domain/rejection.js';
import type { VaultEventType } from '../events/vaultEvent.js';
import type { EventLog } from '../log/eventLog.js';
import { oneAtATime } from '../log/oneAtATime.js';
import type { Sql } from '../sqlite/sqlite.js';
import type { Progress } from './applyEvents.js';
import type { Follower, Swap } from './follower.js';
import { areOutdated, stoppedError } from './projector.js';
import type { ViewsHealth } from './viewsHealth.js';

/**
 * The read models of a vault. They follow the log a moment later. A reader does not notice, since a read waits until
 * the events that concern it are applied.
 */
export interface ReadModels {
  /**
   * The file for reading, once it holds all that the projections of these names make of what was in the log at the
   * time of the call. Only their tables may be read. Not to be kept: a rebuild puts another file in its place.
   * Rejects with `not_ready` when that takes too long or cannot be, since a projection stopped or holds what was
   * redacted, or the file is damaged or cannot be written. So does a read of a file that turns out to be damaged.
   */
  current(...about: readonly [string, ...string[]]): Promise<Sql>;
  /**
   * The file as far as it has come, after a try to bring it, or one projection, up to the log. For readers that check
   * what they find (`isBehind`), since it may show what was changed or forgotten since.
   */
  latest(about?: string): Promise<Sql>;
  /** Whether the log has events for this projection that its rows do not show, or the file is damaged. */
  isBehind(about: string): boolean;
  /** What keeps the file from being read, or from being written as far as the log goes; undefined when nothing does. */
  trouble(): string | undefined;
  /** What to refuse a reader with that got this error, on any thread: a `Rejection` if the file is damaged. */
  refusal(error: unknown): unknown;
  /** The same for a reader to whom the file contradicts the log: `how` says it as a sentence. */
  damaged(how: string): Rejection;
  progress(): readonly Progress[];
  /** The position that all projections have reached, except those that stopped. */
  position(): number;
  /**
   * True once the log has an event and every projection has seen it; false when that takes over `ms` milliseconds, or at once
   * when a hundred others wait.
   */
  waitFor(position: number, ms: number): Promise<boolean>;
  /**
   * Makes what was erased so far unreadable in the file itself; false when a reader or a full disk prevents it, or while a
   * file that holds what was redacted is not replaced. To write the file again takes seconds in a large vault; where that
   * may not be done, only what was written again already is brought into the file.
   */
  wipe(mayRewrite: boolean): Promise<boolean>;
  /** Goes on with another file; reads that need later events wait until then. When it rejects, the old file stays in use. */
  replace(swap: Swap): Promise<void>;
  close(): Promise<void>;
}

/** So long a read waits for its events: while the file is wiped or swapped, nothing is applied. */
const PATIENCE_MS = 10_000;

/** What every read model waits for, since it may redact what the rows are made of. */
const REDACTION: VaultEventType = 'event.redacted';
const OUTDATED = 'the service rebuilds the read models without the redacted texts';

/** From this many events on they are applied without waiting for more, so that a read waits some 30 ms for them at most. */
const MANY = 256;
/** A follower that stays behind is asked again this often. */
const AGAIN_MS = 1000;
/** So often a wait looks at events that are being applied. */
const LOOK_MS = 5;
/** Fewer than the requests that a service has under way at a time, so that these waits alone never overload it. */
const MOST_WAITING = 100;

/**
 * Read models that `follower` keeps up with a log. A read is served only what is true, or refused.
 *
 * The events of several commits are applied in one transaction. That costs a fraction, since an index page that all of
 * them change is written once. Events wait up to `gatherMs` milliseconds for others, or until a read needs them; with 0
 * they do not wait. Events that wait are in the log, and a start catches up with it.
 */
export function readModels(
  follower: Follower,
  log: Pick<EventLog, 'onGrown' | 'reach'>,
  gatherMs: number,
  health: ViewsHealth,
): ReadModels {
  /** The follower takes one call at a time. */
  const alone = oneAtATime();
  /** The end of the log as last reported, and where it has the last event of each type since this was opened. */
  let end = follower.position();
  const lastOf = new Map<VaultEventType, number>();
  /** Number of events that the follower was not asked for yet, and what will ask it. */
  let waiting = 0;
  let timer: NodeJS.Timeout | undefined;
  let soon: NodeJS.Immediate | undefined;
  let next: Promise<void> | undefined;
  let askedAt = 0;
  /** Calls of `waitFor` that are under way. */
  let waits = 0;
  /** The last wipe failed or was not allowed, so that not everything that had to be written was. */
  let unwiped = false;

  /** Never throws: the events are in the log, so the read models can catch up. */
  log.onGrown(({ events, head }) => {
    // Not the number of these events: some may have come erased.
    waiting += head.position - end;
    end = head.position;
    for (const { type, position } of events) lastOf.set(type, position);
    if (gatherMs === 0) void applyAll();
    // After the responses to the requests that wait for this commit.
    else if (waiting >= MANY) soon ??= setImmediate(applyAll);
    else timer ??= setTimeout(applyAll, gatherMs).unref();
  });

  /** Applies all events that have come when its turn comes. Calls before that share it. Never rejects. */
  function applyAll(): Promise<void> {
    next ??= alone(async () => {
      next = undefined;
      // The follower may have died on the way.
      const isDueAgain = isBehindLog() && performance.now() - askedAt > AGAIN_MS;
      if (waiting === 0 && !isDueAgain) return;
      clearTimeout(timer);
      clearImmediate(soon);
      [waiting, timer, soon] = [0, undefined, undefined];
      askedAt = performance.now();
      await follower.follow();
      tellIfOutdated();
    });
    return next;
  }

  const isBehindLog = () => follower.position() < end;
  const tellIfOutdated = () => health.outdated(areOutdated(follower.progress()));

  /** The position up to which the log has events for a projection. */
  function neededBy({ projection, stopped }: Progress): number {
    if (stopped) return end;
    // The keys are event types; Object.keys forgets it.
    const handled = Object.keys(projection.handlers) as VaultEventType[];
    return Math.max(...[...handled, REDACTION].map((type) => lastOf.get(type) ?? 0));
  }

  function progressOf(name: string): Progress {
    const one = follower.progress().find(({ projection }) => projection.name === name);
    if (!one) throw new Error(`there is no read model ${name}`);
    return one;
  }

  function isBehind(about: string): boolean {
    const one = progressOf(about);
    return health.damage() !== undefined || areOutdated([one]) || one.position < neededBy(one);
  }

  /** The file for reading, with its errors told from those of statements. */
  function readable(): Sql {
    if (!unwiped && !isBehindLog()) health.wrote();
    return guardedReads(follower.views, health.refusal);
  }

  /** What keeps these projections from getting any further; undefined while nothing is known to. */
  function obstacleTo(names: readonly string[]): string | undefined {
    const stopped = names.map(progressOf).find((one) => one.stopped);
    if (stopped) return stoppedError(stopped).message;
    return health.trouble();
  }

  /** Applies what waits until `missing` says that nothing is missing. Throws when it cannot or takes too long. */
  async function applyFor(names: readonly string[], missing: () => number): Promise<void> {
    const deadline = performance.now() + PATIENCE_MS;
    while (missing() > 0) {
      await atMost(Math.max(0, deadline - performance.now()), applyAll());
      const count = missing();
      if (count === 0) return;
      const obstacle = obstacleTo(names);
      if (obstacle === undefined && performance.now() < deadline) await sleep(LOOK_MS);
      else throw behind(count, obstacle);
    }
  }

  return {
    async current(...about) {
      const damage = health.damage();
      if (damage !== undefined) throw health.damaged(damage);
      const needed = about.map((name) => ({ name, upTo: neededBy(progressOf(name)) }));
      await applyFor(about, () =>
        Math.max(0, ...needed.map(({ name, upTo }) => upTo - progressOf(name).position)),
      );
      if (areOutdated(about.map(progressOf))) {
        tellIfOutdated();
        throw new Rejection('not_ready', `${OUTDATED}: try again`);
      }
      return readable();
    },
    async latest(about) {
      if (about === undefined ? isBehindLog() : isBehind(about)) await applyAll();
      return readable();
    },
    isBehind,
    trouble() {
      if (areOutdated(follower.progress())) return OUTDATED;
      return health.damage() !== undefined || isBehindLog() ? health.trouble() : undefined;
    },
    refusal: health.refusal,
    damaged: health.damaged,
    progress: () => follower.progress(),
    position: () => follower.position(),
    async waitFor(position, ms) {
      const isSeen = () => follower.progress().every((one) => one.position >= position);
      if (isSeen()) return true;
      if (ms > 0 && waits >= MOST_WAITING) return false;
      const deadline = performance.now() + ms;
      waits += 1;
      try {
        if (!(await log.reach(position, ms))) return false;
        for (;;) {
          await applyAll();
          if (isSeen()) return true;
          if (performance.now() >= deadline) return false;
          await sleep(LOOK_MS);
        }
      } finally {
        waits -= 1;
      }
    },
    async wipe(mayRewrite) {
      await applyAll();
      const wiped = await alone(
        async () => !areOutdated(follower.progress()) && follower.wipe(mayRewrite),
      );
      unwiped = !wiped;
      return wiped;
    },
    replace: (swap) =>
      alone(async () => {
        await follower.replace(swap);
        tellIfOutdated();
      }),
    async close() {
      health.close();
      await applyAll();
      await alone(async () => follower.close());
    },
  };
}

/** What to refuse a reader with that needs events which are not applied. */
function behind(events: number, obstacle: string | undefined): Rejection {
  const why = obstacle === undefined ? '' : `, since ${obstacle}`;
  return new Rejection('not_ready', `the read models are ${events} events behind the log${why}`);
}

/** Waits for `work` to end, but for `ms` milliseconds at most; it goes on then. Rejects as `work` does. */
async function atMost(ms: number, work: Promise<void>): Promise<void> {
  const ended = new AbortController();
  const late = sleep(ms, undefined, { signal: ended.signal, ref: false }).catch(() => {});
  try {
    await Promise.race([work, late]);
  } finally {
    ended.abort();
  }
}

/** The same file, whose reads throw `refusal(error)` where SQLite throws `error`. */
function guardedReads(sql: Sql, refusal: (error: unknown) => unknown): Sql {
  function guarded<T>(read: () => T): T {
    try {
      return read();
    } catch (error) {
      throw refusal(error);
    }
  }
  return {
    ...sql,
    get: <Row>(...query: Parameters<Sql['get']>) => guarded(() => sql.get<Row>(...query)),
    all: <Row>(...query: Parameters<Sql['all']>) => guarded(() => sql.all<Row>(...query)),
    *each<Row>(...query: Parameters<Sql['each']>) {
      try {
        yield* sql.each<Row>(...query);
      } catch (error) {
        throw refusal(error);
      }
    },
  };
}
