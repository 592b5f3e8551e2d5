import type { Head } from '../log/eventLog.js';
import type { Projection } from '../projections/projection.js';
import { openSqlite, type Sql } from '../sqlite/sqlite.js';
import { emptyWal } from '../sqlite/walCheckpoint.js';

/** How far a projection has come. */
interface ProjectionCursor {
  readonly name: string;
  readonly version: number;
  readonly position: number;
}

/**
 * The tables that every file of read models has. A cursor moves in the transaction that writes the rows; `source` says
 * which log they come from.
 */
const BOOKKEEPING = `
  CREATE TABLE cursors (
    name     TEXT PRIMARY KEY,
    version  INTEGER NOT NULL,
    position INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE source (
    one      INTEGER PRIMARY KEY CHECK (one = 1),
    position INTEGER NOT NULL,
    hash     BLOB NOT NULL,
    wiped    INTEGER NOT NULL, -- 0 while copies of what was forgotten may be left in the file
    begun    INTEGER NOT NULL, -- where the log ended when this file was begun: what was redacted until then is not in it
    begun_again INTEGER NOT NULL -- the same, so that a flipped bit is noticed
  ) STRICT;
  INSERT INTO source VALUES (1, 0, zeroblob(32), 1, 0, 0);`;

/** The version of a projection that shows what was redacted since: the next start builds it again. */
const OUTDATED = 0;

/**
 * Pages of the write-ahead log at which SQLite moves it into the file: twice as many as by default. A page that several
 * transactions change is then moved less often, and each move waits for the disk twice.
 */
const WAL_PAGES = 2000;

/**
 * Opens a file of read models to write them. What is deleted is not overwritten at once, as it is in the log: after
 * something is forgotten the whole file is written again (`wipeViews`), and merges of the search index delete far more.
 */
export function openViewsFile(file: string, synchronous: 'NORMAL' | 'OFF'): Sql {
  const views = openSqlite(file, synchronous);
  views.db.pragma('secure_delete = OFF');
  views.db.pragma(`wal_autocheckpoint = ${WAL_PAGES}`);
  return views;
}

/**
 * Makes an empty file of read models, without the indexes that only queries need. It is not synced: a crash leaves a
 * file that nobody uses. `begun` is where the log ends now, or earlier.
 */
export function createViews(file: string, projections: readonly Projection[], begun = 0): Sql {
  const views = openViewsFile(file, 'OFF');
  views.db.exec(BOOKKEEPING);
  views.run('UPDATE source SET begun = :begun, begun_again = :begun', { begun });
  for (const { name, version, tables } of projections) {
    for (const ddl of Object.values(tables)) views.db.exec(ddl);
    views.run('INSERT INTO cursors VALUES (?, ?, 0)', [name, version]);
  }
  return views;
}

/** Makes the indexes that only queries need. */
export function indexViews(views: Sql, projections: readonly Projection[]): void {
  for (const { indexes } of projections) if (indexes) views.db.exec(indexes);
}

/** Makes the next start build these read models from scratch, since this projection shows what was redacted. */
export function markOutdated(views: Sql, { name }: Projection): void {
  views.run('UPDATE cursors SET version = ? WHERE name = ?', [OUTDATED, name]);
}

/** Whether a projection is so marked. */
export function isOutdated({ version }: ProjectionCursor): boolean {
  return version === OUTDATED;
}

/** Where the log ended when the build of this file began. Throws for a file of a release that did not record it. */
export function begunAt(views: Sql): number {
  return views.get<{ begun: number }>('SELECT begun, begun_again FROM source')?.begun ?? 0;
}

/** Whether what a file says of itself contradicts itself: a bit of it has turned over. */
export function isSourceDamaged(views: Sql): boolean {
  const damaged = 'SELECT 1 FROM source WHERE begun <> begun_again OR wiped NOT IN (0, 1)';
  return views.get(damaged) !== undefined;
}

/** How far each projection in a file has come. */
export function cursorsOf(views: Sql): readonly ProjectionCursor[] {
  return views.all<ProjectionCursor>('SELECT name, version, position FROM cursors');
}

/** The end of the log when these read models last applied events. */
export function sourceOf(views: Sql): Head {
  const source = views.get<Head>('SELECT position, hash FROM source');
  if (!source)
    throw new Error(
      'views.db does not name the log that it was built from: delete it and start again',
    );
  return source;
}

/** True when the file holds exactly these projections, in these versions. False for a file of a release with other tables. */
export function holdsExactly(views: Sql, projections: readonly Projection[]): boolean {
  const label = ({ name, version }: { name: string; version: number }) => `${name}@${version}`;
  try {
    begunAt(views);
    const held = cursorsOf(views).map(label).sort();
    return held.join() === projections.map(label).sort().join();
  } catch (error) {
    if (isForeign(error)) return false;
    throw error;
  }
}

/** True for a database without our tables, or with those of an older release. */
function isForeign(error: unknown): boolean {
  return error instanceof Error && /^no such (table|column)/.test(error.message);
}

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
