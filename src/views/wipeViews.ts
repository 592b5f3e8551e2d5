import type { Projection } from '../projections/projection.js';
import { emptyWal } from '../sqlite/checkpointWal.js';
import type { Sql } from '../sqlite/sqlite.js';

/** Records that something is forgotten, in the transaction that does so: a stop may come before the file is wiped. */
export function markUnwiped(views: Sql): void {
  views.run('UPDATE source SET wiped = 0');
}

/** Records that the file holds nothing that was forgotten. */
export function markWiped(views: Sql): void {
  views.run('UPDATE source SET wiped = 1');
}

/** False while copies of what was forgotten may be left in the file. */
export function isWiped(views: Sql): boolean {
  return views.get('SELECT 1 FROM source WHERE wiped = 1') !== undefined;
}

/**
 * Has SQLite write the file again without what was forgotten: deleted rows leave copies behind where cells were moved
 * between pages, which only a VACUUM removes. False while a reader or a full disk prevents it, or while the file has to be
 * written again and may not be: then try again later.
 */
export function wipeViews(
  views: Sql,
  projections: readonly Projection[],
  mayRewrite: boolean,
): boolean {
  if (!isWiped(views)) {
    if (!mayRewrite) return false;
    // At once: a wipe may put rows that it takes again, and a stop must not leave one of them.
    views.db.transaction(() => {
      for (const { wipe } of projections) wipe?.(views);
    })();
    views.db.exec('VACUUM');
    markWiped(views);
  }
  return emptyWal(views);
}
