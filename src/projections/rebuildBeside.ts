import { setTimeout as sleep } from 'node:timers/promises';
import { openSqliteReader, type Sql } from '../log/sqlite.js';
import { type LogReader, openSqliteLogReader } from '../log/sqliteLogReader.js';
import type { Progress, Stops } from './applyEvents.js';
import { freshFile, removeDatabase } from './databaseFile.js';
import { digestViews } from './digest.js';
import type { Projection } from './projection.js';
import { projector } from './projector.js';
import { createViews, indexViews, sourceOf } from './viewsFile.js';

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
export function rebuildInPlace(projections: readonly Projection[]): Build {
  return (files, onStep, signal) =>
    rebuildBeside(files, projections, (step) => {
      signal.throwIfAborted();
      onStep(step);
    });
}

/** How often, and how far apart, a moment is looked for in which the old read models are up to the log. */
const TRIES = 1000;
const PAUSE_MS = 3;

/**
 * Builds read models anew in a file beside the old one, which goes on being read and written, and
 * compares both at one position of the log. Needs nothing but the files, so that it can run on a thread.
 */
export async function rebuildBeside(
  files: RebuildFiles,
  projections: readonly Projection[],
  onStep: (step: RebuildStep) => void,
): Promise<Built> {
  const fresh = freshFile(files.views);
  removeDatabase(fresh);
  const log = openSqliteLogReader(files.log);
  const old = readable(() => openSqliteReader(files.views));
  const building = projector(createViews(fresh, projections), log, projections, () => {});
  try {
    const comparable = await freezeTogether(log, old);
    // First, and let go of: as long as somebody reads it as it was, its write-ahead log only grows.
    const before = comparable ? readable(() => digestViews(comparable, projections).digest) : null;
    old?.db.close();
    await building.catchUp((done, total) => onStep({ state: 'building', done, total }));
    indexViews(building.views, projections);
    log.thaw();
    const events = building.position();
    onStep({ state: 'comparing', done: events, total: events });
    const after = digestViews(building.views, projections).digest;
    // What was appended meanwhile, so that little is left to do while everybody waits for the swap.
    await building.catchUp();
    return { events, before, after, stopped: stopsOf(building.progress()) };
  } finally {
    building.close();
    log.close();
    old?.db.close();
  }
}

/** Freezes the log and the old read models at the same event; gives the latter unless they are behind. */
async function freezeTogether(log: LogReader, old: Sql | null): Promise<Sql | null> {
  for (let tries = 0; ; tries++) {
    const head = log.freeze();
    const position = old && readable(() => positionAtBegin(old));
    if (position === head.position) return old;
    // Between the commit of an event and the moment when it is applied there is nothing to compare.
    if (position === null || tries === TRIES) return null;
    old?.db.exec('COMMIT');
    log.thaw();
    await sleep(PAUSE_MS);
  }
}

function positionAtBegin(views: Sql): number {
  views.db.exec('BEGIN');
  return sourceOf(views).position;
}

/** Null for what cannot be read: a rebuild is also for files that are missing or damaged. */
function readable<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}

function stopsOf(progress: readonly Progress[]): Stops {
  return Object.fromEntries(
    progress.flatMap(({ projection, stopped }) => (stopped ? [[projection.name, stopped]] : [])),
  );
}
