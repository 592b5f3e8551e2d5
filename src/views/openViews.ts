import { close as closeLater, existsSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { syncPath } from '../files/writeFile.js';
import type { LogReads } from '../log/eventLog.js';
import type { Projection } from '../projections/projection.js';
import { isDamage } from '../sqlite/database.js';
import { removeDatabase } from '../sqlite/databaseFiles.js';
import type { Sql } from '../sqlite/sqlite.js';
import { areOutdated, type OnProgress, type Projector, projector } from './projector.js';
import {
  createViews,
  holdsExactly,
  indexViews,
  markWiped,
  openViewsFile,
  sourceOf,
} from './viewsFile.js';

/**
 * Opens the read models when they come from this log and hold these projections, and catches up with the log. Builds
 * them from scratch otherwise, and when they hold what was redacted. Files that an interrupted build left behind are removed.
 */
export async function openViews(options: FileBuild): Promise<Projector> {
  removeBuild(options.file);
  const views = await openUsable(options);
  if (!views) return openRebuilt(options);
  const running = followLog(views, options);
  try {
    await running.catchUp(options.onProgress);
    if (!areOutdated(running.progress())) return running;
  } catch (error) {
    if (!isDamage(error)) {
      running.close();
      throw error;
    }
  }
  running.close();
  return openRebuilt(options);
}

async function openRebuilt(options: FileBuild): Promise<Projector> {
  await rebuildViews(options);
  const running = followLog(openViewsFile(options.file, 'NORMAL'), options);
  await running.catchUp(options.onProgress);
  return running;
}

function followLog(views: Sql, { log, projections, onError }: FileBuild): Projector {
  return projector(views, log, projections, onError);
}

/**
 * Builds read models from the whole log next to the old file, then swaps them in. An interrupted build leaves only
 * files that the next start removes.
 */
export async function rebuildViews(options: FileBuild): Promise<void> {
  (await buildFile(options)).close();
  replaceDatabase(options.file);
}

async function openUsable({ file, log, projections }: FileBuild): Promise<Sql | undefined> {
  if (!existsSync(file)) return undefined;
  let views: Sql | undefined;
  try {
    views = openViewsFile(file, 'NORMAL');
    if (holdsExactly(views, projections) && (await comesFrom(log, views))) return views;
  } catch (error) {
    // A file that is damaged or not ours can be built again from the log.
    if (!isDamage(error)) throw error;
  }
  views?.db.close();
  return undefined;
}

/** False after the log was replaced, say by an older backup: the rows would show events that are not in it. */
async function comesFrom(log: LogReads, views: Sql): Promise<boolean> {
  const { position, hash } = sourceOf(views);
  if (position === 0) return true;
  return (await log.hashAt(position))?.equals(hash) ?? false;
}

/** Which read models to build, from which log, and how. */
interface FileBuild {
  /** The file of the read models; it may not exist yet. */
  readonly file: string;
  readonly log: LogReads;
  readonly projections: readonly Projection[];
  /** Called when a projection stopped or the file could not be written. */
  readonly onError: (error: unknown) => void;
  readonly onProgress?: OnProgress | undefined;
}

/**
 * Builds read models from the whole log in the fresh file next to `file`, and returns them open. An interrupted build
 * leaves that file behind.
 */
export async function buildFile(build: FileBuild): Promise<Projector> {
  const { file, log, projections } = build;
  removeBuild(file);
  const { position } = await log.head();
  const building = followLog(createViews(freshFile(file), projections, position), build);
  await building.catchUp(build.onProgress);
  // What was forgotten is not in the log any more, so none of it was ever in this file.
  markWiped(building.views);
  indexViews(building.views, projections);
  return building;
}

/** The file in which the read models of `file` are built before they replace it. */
export const freshFile = (file: string) => `${file}.new`;

/** Removes the files that an interrupted build of `file` left behind. */
export function removeBuild(file: string): void {
  removeDatabase(freshFile(file));
  // Earlier releases built the search index in a file of its own.
  removeDatabase(`${freshFile(file)}-index`);
}

/**
 * Replaces the old database with the fresh one; `close` closes the old one if it is open. A crash on the way leaves no
 * database, and the next start builds one. Throws when a part of the fresh one is not in its file.
 */
export function replaceDatabase(file: string, close: () => void = () => {}): void {
  const fresh = freshFile(file);
  // Closing it moved its write-ahead log into the file; SQLite reports no error when the disk fails that.
  if (existsSync(`${fresh}-wal`))
    throw new Error(
      `${fresh}: the new read models could not be written in full: is there free space?`,
    );
  // It was built without syncing, so it has to be synced before it replaces the old one.
  syncPath(fresh);
  // Each step is synced before the next: an old file must not lose its write-ahead log, and a new file must not stand
  // next to the write-ahead log of the old one, which SQLite would apply to it.
  const letGo = holdOpen(file);
  rmSync(file, { force: true });
  // Closed after the removal: SQLite sees that the file is gone, and does not move its write-ahead log into it in vain.
  close();
  syncPath(dirname(file));
  removeDatabase(file);
  syncPath(dirname(file));
  renameSync(fresh, file);
  syncPath(dirname(file));
  letGo();
}

/**
 * Opens the files of a database, so that the disk does not free them when they are removed: for big files that takes a
 * while, and the last one to close them waits for it. Returns what closes them, on another thread. To be called when
 * the database is closed, since closing any handle of a file drops the locks that SQLite has on it.
 */
function holdOpen(file: string): () => void {
  const handles = [file, `${file}-wal`].filter(existsSync).map((path) => openSync(path, 'r'));
  return () => {
    for (const handle of handles) closeLater(handle, () => {});
  };
}
