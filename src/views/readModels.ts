import { setTimeout as sleep } from 'node:timers/promises';
import { Rejection } from '../domain/rejection.js';
import type { VaultEventType } from '../events/vaultEvent.js';
import type { EventLog } from '../log/eventLog.js';
import type { Sql } from '../sqlite/sqlite.js';
import type { Progress } from './applyEvents.js';
import { atMost } from './atMost.js';
import type { Follower, Swap } from './follower.js';
import { gatherEvents } from './gatherEvents.js';
import { guardedReads } from './guardedReads.js';
import { LOOK_MS, positionWaits } from './positionWaits.js';
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
  /** Waits until every projection has seen event `position`, as `positionWaits` says. */
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
const OUTDATED = 'the read models are being rebuilt without what was redacted';

/** Read models that events reach as `gatherEvents` says. A read is served only what is true, or refused. */
export function readModels(
  follower: Follower,
  log: Pick<EventLog, 'onGrown' | 'reach'>,
  gatherMs: number,
  health: ViewsHealth,
): ReadModels {
  const tellIfOutdated = () => health.outdated(areOutdated(follower.progress()));
  const following = {
    position: () => follower.position(),
    async follow() {
      await follower.follow();
      tellIfOutdated();
    },
  };
  const gathered = gatherEvents(following, log, gatherMs);
  const { applyAll, alone, end } = gathered;
  /** The last wipe failed or was not allowed, so that not everything that had to be written was. */
  let unwiped = false;

  function reportWritten(): void {
    if (!unwiped && follower.position() >= end()) health.wrote();
  }

  /** The position up to which the log has events for a projection. */
  function neededBy({ projection, stopped }: Progress): number {
    if (stopped) return end();
    // The keys are event types; Object.keys forgets it.
    const handled = Object.keys(projection.handlers) as VaultEventType[];
    return gathered.lastOf([...handled, REDACTION]);
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
    reportWritten();
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

  /** Throws when one of these shows what was redacted. */
  function refuseOutdated(names: readonly string[]): void {
    if (!areOutdated(names.map(progressOf))) return;
    tellIfOutdated();
    throw new Rejection('not_ready', `${OUTDATED}: try again`);
  }

  const seen = () => Math.min(...follower.progress().map(({ position }) => position));
  const waitFor = positionWaits({ log, applyAll, seen });

  return {
    async current(...about) {
      const damage = health.damage();
      if (damage !== undefined) throw health.damaged(damage);
      const needed = about.map((name) => ({ name, upTo: neededBy(progressOf(name)) }));
      await applyFor(about, () =>
        Math.max(0, ...needed.map(({ name, upTo }) => upTo - progressOf(name).position)),
      );
      refuseOutdated(about);
      return readable();
    },
    async latest(about) {
      if (about === undefined ? follower.position() < end() : isBehind(about)) await applyAll();
      return readable();
    },
    isBehind,
    trouble() {
      if (areOutdated(follower.progress())) return OUTDATED;
      const isAffected = health.damage() !== undefined || follower.position() < end();
      return isAffected ? health.trouble() : undefined;
    },
    refusal: health.refusal,
    damaged: health.damaged,
    progress: () => follower.progress(),
    position: () => follower.position(),
    waitFor,
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
