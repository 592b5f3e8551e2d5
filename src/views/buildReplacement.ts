import { setTimeout as sleep } from 'node:timers/promises';
import { boundedLog } from '../log/boundedLog.js';
import { type LogReader, openSqliteLogReader } from '../log/sqlite/sqliteLogReader.js';
import type { Projection } from '../projections/projection.js';
import { type Stops, stopsOf } from './applyEvents.js';
import { buildFile } from './buildFile.js';
import type { BuildIndex } from './buildIndex.js';
import { digestViews } from './digest.js';
import { type OldViews, openOldViews } from './oldViews.js';
import type { Projector } from './projector.js';

/** Which files a rebuild is about: those of the log and of the read models. */
export interface RebuildFiles {
  readonly log: string;
  readonly views: string;
}

/** What a rebuild is at; `done` of `total` events. */
export interface RebuildStep {
  readonly state: 'building' | 'comparing';
  readonly done: number;
  readonly total: number;
}

/** A fresh file of read models that is ready to take the place of the old one. */
export interface Built {
  /** How many events it was compared at. */
  readonly events: number;
  /** Digest of the old read models at that event; null when they were not there or could not be read. */
  readonly before: string | null;
  readonly after: string;
  readonly stopped: Stops;
}

/** How read models are built beside the old ones; rejects once `signal` ends it. */
export type Build = (
  files: RebuildFiles,
  onStep: (step: RebuildStep) => void,
  signal: AbortSignal,
) => Promise<Built>;

/** Builds a page of events at a time where it is called, and lets others have their turn in between. */
export function buildReplacementHere(projections: readonly Projection[]): Build {
  return (files, onStep, signal) =>
    buildReplacement(files, projections, (step) => {
      signal.throwIfAborted();
      onStep(step);
    });
}

/** How often, and how far apart, a moment is looked for in which the old read models can be compared. */
const TRIES = 1000;
const PAUSE_MS = 3;
/** Read models that follow the log are not so many events behind it. */
const FAR_BEHIND = 1000;

/**
 * Builds read models anew in a file beside the old one, which goes on being read and written, and
 * compares both at one position of the log. Needs nothing but the files, so that it can run on a thread.
 */
export async function buildReplacement(
  files: RebuildFiles,
  projections: readonly Projection[],
  onStep: (step: RebuildStep) => void,
  buildIndex?: BuildIndex,
): Promise<Built> {
  const log = openSqliteLogReader(files.log);
  const old = openOldViews(files.views, projections);
  let building: Projector | undefined;
  try {
    const comparable = await freezeTogether(log, old);
    const upTo = boundedLog(log, comparable ?? (await log.head()).position);
    // First, so that the old file is let go of.
    const before = comparable === null ? null : old.digest();
    if (comparable === null) old.close();
    building = await buildFile({
      file: files.views,
      log: upTo,
      projections,
      onError: () => {},
      onProgress: (done, total) => onStep({ state: 'building', done, total }),
      buildIndex,
    });
    log.thaw();
    upTo.removeBound();
    const events = building.position();
    onStep({ state: 'comparing', done: events, total: events });
    const after = digestViews(building.views, projections).digest;
    // What was appended meanwhile, so that little is left to do while everybody waits for the swap.
    await building.catchUp();
    return { events, before, after, stopped: stopsOf(building.progress()) };
  } finally {
    building?.close();
    log.close();
    old.close();
  }
}

/**
 * Freezes the old read models and then the log; gives the event that both can be compared at, that of the read models.
 * Null where there is nothing to compare.
 */
async function freezeTogether(log: LogReader, old: OldViews): Promise<number | null> {
  for (let tries = 0; ; tries++) {
    const position = old.freeze();
    const head = log.freeze();
    if (position === null) return null;
    // What they have yet to see may have erased what they hold, and the log does not any more.
    const isFar = head.position - position >= FAR_BEHIND;
    if (!isFar && !log.erasesAfter(position)) return position;
    if (tries === TRIES) return null;
    old.thaw();
    log.thaw();
    await sleep(PAUSE_MS);
  }
}
