import { existsSync, renameSync, rmSync } from 'node:fs';
import type { EventLog } from '../log/eventLog.js';
import { openSqlite, type Sql } from '../log/sqlite.js';
import { isStorageFailure } from './applyEvents.js';
import type { Projection } from './projection.js';
import { type OnProgress, type Projector, projector } from './projector.js';
import { createViews, holdsExactly, sourceOf } from './viewsFile.js';

export interface ViewsOptions {
  readonly file: string;
  readonly log: EventLog;
  readonly projections: readonly Projection[];
  /** Told of a projection that stopped or a file that could not be written. */
  readonly onError: (error: unknown) => void;
  readonly onProgress?: OnProgress | undefined;
}

/**
 * Opens the read models as they are when they come from this log and hold these projections, and builds
 * them anew otherwise; then catches up with the log.
 */
export async function openViews(options: ViewsOptions): Promise<Projector> {
  const views = await openUsable(options);
  if (!views) await rebuildViews(options);
  const opened = views ?? openSqlite(options.file, 'NORMAL');
  const { log, projections, onError, onProgress } = options;
  const running = projector(opened, log, projections, onError);
  await running.catchUp(onProgress);
  return running;
}

/**
 * Builds read models from the whole log beside the old file, then swaps them in. An interrupted build
 * leaves only a file that the next one removes.
 */
export async function rebuildViews(options: ViewsOptions): Promise<void> {
  const { file, log, projections, onError, onProgress } = options;
  const fresh = `${file}.new`;
  removeDatabase(fresh);
  const building = projector(createViews(fresh, projections), log, projections, onError);
  try {
    await building.catchUp(onProgress);
    building.views.db.pragma('synchronous = FULL');
    building.views.db.pragma('wal_checkpoint(TRUNCATE)');
  } finally {
    building.close();
  }
  removeDatabase(file);
  renameSync(fresh, file);
}

async function openUsable({ file, log, projections }: ViewsOptions): Promise<Sql | undefined> {
  if (!existsSync(file)) return undefined;
  let views: Sql | undefined;
  try {
    views = openSqlite(file, 'NORMAL');
    if (holdsExactly(views, projections) && (await comesFrom(log, views))) return views;
  } catch (error) {
    // Whatever is wrong with the file, the log can make another.
    if (!isStorageFailure(error) && !isForeign(error)) throw error;
  }
  views?.db.close();
  return undefined;
}

/** False after the log was replaced, say by an older backup: its rows would tell of events that are not. */
async function comesFrom(log: EventLog, views: Sql): Promise<boolean> {
  const { position, hash } = sourceOf(views);
  if (position === 0) return true;
  return (await log.hashAt(position))?.equals(hash) ?? false;
}

/** A database, but without our tables. */
function isForeign(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('no such table');
}

function removeDatabase(file: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
}
