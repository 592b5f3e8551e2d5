import { existsSync } from 'node:fs';
import type { LogReads } from '../log/eventLog.js';
import type { Sql } from '../sqlite/sqlite.js';
import { isDamage } from '../sqlite/storageFailure.js';
import { buildFile, type FileBuild } from './buildFile.js';
import { removeBuild, replaceDatabase } from './databaseFile.js';
import { areOutdated, type Projector, projector } from './projector.js';
import { holdsExactly, openViewsFile, sourceOf } from './viewsFile.js';

/**
 * Opens the read models when they come from this log and hold these projections, and catches up with the log. Builds
 * them from scratch otherwise, and when they hold what was redacted. Files that an interrupted build left behind are removed.
 */
export async function openViews(options: FileBuild): Promise<Projector> {
  removeBuild(options.file);
  const views = await openUsable(options);
  if (!views) return openRebuilt(options);
  const running = follow(views, options);
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
  const running = follow(openViewsFile(options.file, 'NORMAL'), options);
  await running.catchUp(options.onProgress);
  return running;
}

function follow(views: Sql, { log, projections, onError }: FileBuild): Projector {
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
