import { setTimeout as sleep } from 'node:timers/promises';
import { syncPath } from '../files/writeFile.js';
import { boundedLog, type LogReader, openSqliteLogReader } from '../log/sqlite/logReader.js';
import type { Projection } from '../projections/projection.js';
import { openSqliteReader, USUAL_CACHE } from '../sqlite/sqlite.js';
import { type Stops, stopsOf } from './applyEvents.js';
import { buildFile, freshFile } from './openViews.js';
import type { Projector } from './projector.js';
import { damageIn, digestViews } from './verifyViews.js';
import { sourceOf } from './viewsFile.js';

/** The files of a rebuild: the log and the read models. */
export interface RebuildFiles {
  readonly log: string;
  readonly views: string;
}

/** How far a rebuild is: `done` of `total` events. */
export interface RebuildStep {
  readonly state: 'building' | 'comparing';
  readonly done: number;
  readonly total: number;
}

/** A fresh file of read models that is ready to take the place of the old one. */
export interface Built {
  /** The position of the log at which it was compared with the old one. */
  readonly events: number;
  /** Digest of the old read models at that position; null when they do not exist or cannot be read. */
  readonly before: string | null;
  /** What is damaged in the file of the old read models; null when nothing is, or they were not compared. */
  readonly damage: string | null;
  readonly after: string;
  readonly stopped: Stops;
}

/** How many times, and how many milliseconds apart, it looks for a moment at which the old read models can be compared. */
const TRIES = 1000;
const PAUSE_MS = 3;
/** Read models that are this many events behind are not following the log. */
const FAR_BEHIND = 1000;

/**
 * Builds read models from scratch in a file next to the old one, which goes on being read and written, and compares
 * both at one position of the log. It needs nothing but the files, so that it can run on a thread.
 */
export async function buildReplacement(
  files: RebuildFiles,
  projections: readonly Projection[],
  onStep: (step: RebuildStep) => void,
): Promise<Built> {
  const log = openSqliteLogReader(files.log, { cache: USUAL_CACHE });
  const old = openOldViews(files.views, projections);
  let building: Projector | undefined;
  try {
    const comparable = await freezeTogether(log, old);
    const upTo = boundedLog(log, comparable ?? (await log.head()).position);
    const { digest: before, damage } = comparable === null ? UNREAD : old.digest();
    // An open reader would keep the write-ahead log from starting over.
    old.close();
    building = await buildFile({
      file: files.views,
      log: upTo,
      projections,
      onError: () => {},
      onProgress: (done, total) => onStep({ state: 'building', done, total }),
    });
    log.thaw();
    upTo.removeBound();
    const events = building.position();
    onStep({ state: 'comparing', done: events, total: events });
    const after = digestViews(building.views, projections).digest;
    // Applies what was appended meanwhile, so that little is left to do while all requests wait for the swap.
    await building.catchUp();
    const stopped = stopsOf(building.progress());
    building.close();
    // Whoever swaps it in waits less when most of the file is on disk by then.
    syncPath(freshFile(files.views));
    return { events, before, damage, after, stopped };
  } finally {
    building?.close();
    log.close();
    old.close();
  }
}

/**
 * Freezes the old read models and then the log. Returns the position at which both can be compared, which is that of
 * the read models; null when there is nothing to compare.
 */
async function freezeTogether(
  log: LogReader,
  old: ReturnType<typeof openOldViews>,
): Promise<number | null> {
  for (let tries = 0; ; tries++) {
    const position = old.freeze();
    const head = log.freeze();
    if (position === null) return null;
    // The old read models may hold what a later event erased; the log does not hold it any more.
    const isFar = head.position - position >= FAR_BEHIND;
    if (!isFar && !log.erasesAfter(position)) return position;
    if (tries === TRIES) return null;
    old.thaw();
    log.thaw();
    await sleep(PAUSE_MS);
  }
}

/** What is known of old read models that cannot be compared. */
const UNREAD = { digest: null, damage: null };

/**
 * The read models that a rebuild is compared with, read next to the process that writes them. A rebuild is also for files
 * that are missing or damaged.
 */
function openOldViews(file: string, projections: readonly Projection[]) {
  const views = readable(() => openSqliteReader(file, { cache: USUAL_CACHE }));
  const close = () => void views?.db.close();
  return {
    /** Shows them as they are now until `thaw`. Returns their position in the log, or null when they cannot be read. */
    freeze: () =>
      views &&
      readable(() => {
        views.db.exec('BEGIN');
        return sourceOf(views).position;
      }),
    thaw: () => void views?.db.exec('COMMIT'),
    /** Digests what `freeze` shows. */
    digest() {
      const digest = views && readable(() => digestViews(views, projections).digest);
      const damage = views && readable(() => damageIn(views).join('; ') || null);
      return { digest, damage };
    },
    close,
  };
}

function readable<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}
