import { openSqlite, type Sql } from '../sqlite/sqlite.js';

/** How far the log was pushed, and since when that is known. */
export interface LedgerState {
  /** The last event that is settled: acknowledged by the hub, or nothing to be sent. */
  readonly cursor: number;
  /** The chain's hash there, which tells a log that was replaced by another one. */
  readonly hash: Buffer;
  /** Up to this event the ledger cannot say what was pushed: it may be the second of its log. */
  readonly unknown_up_to: number;
  /** What was acknowledged, and when last, in milliseconds since 1970. */
  readonly pushed: number;
  readonly pushed_at: number | null;
  /** The hub and the choice of notes that all this is about. */
  readonly hub: string;
  readonly choice: string;
}

/** An item that the hub refused. */
export interface Refusal {
  readonly event: string;
  readonly note: string;
  readonly position: number;
  readonly reason: string;
}

/** What one exchange settled. */
export interface PushRecord {
  /** The cursor from now on, and the chain's hash there. */
  readonly cursor: number;
  readonly hash: Buffer;
  /** Notes in order: which the hub now holds, with the event that says how, and which it holds no more. */
  readonly notes: readonly { readonly id: string; readonly held: number | undefined }[];
  readonly refused: readonly Refusal[];
  /** Projects (digests) that stayed home because they are paused, with the first event that did. */
  readonly withheld: ReadonlyMap<string, number>;
  readonly pushed: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/**
 * What was pushed to a hub. It holds ids and digests, no text, and may be deleted: then everything is
 * sent again, which the hub recognises.
 */
export interface HiveLedger {
  state(): LedgerState;
  /** The event by which the hub holds a note; 0 when it is not known to, undefined when it cannot. */
  heldBy(id: string): number | undefined;
  /** Remembers before a request that from now on the hub may hold these notes. */
  markOffered(ids: readonly string[]): void;
  recordPush(settlement: PushRecord): void;
  /** The first event that a paused project kept home, if there is one. */
  withheldSince(project: string): number | undefined;
  /** Goes back to where a project was paused; gives false when nothing of it was kept home. */
  rewind(project: string): boolean;
  refusals(limit: number): readonly Refusal[];
  refused(): number;
  close(): void;
}

const TABLES = `
  CREATE TABLE IF NOT EXISTS ledger (
    one       INTEGER PRIMARY KEY CHECK (one = 1),
    cursor    INTEGER NOT NULL,
    hash      BLOB NOT NULL,
    unknown_up_to     INTEGER NOT NULL,
    pushed    INTEGER NOT NULL,
    pushed_at INTEGER,
    hub       TEXT NOT NULL,
    choice    TEXT NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS notes (id TEXT PRIMARY KEY, held INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS withheld (
    project  TEXT PRIMARY KEY,
    position INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS refusals (
    event    TEXT PRIMARY KEY,
    note     TEXT NOT NULL,
    position INTEGER NOT NULL,
    reason   TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;`;

/** Opens (or makes) a ledger for writing. */
export function openHiveLedger(file: string): Sql {
  const sql = openSqlite(file, 'FULL');
  try {
    sql.db.exec(TABLES);
  } catch (error) {
    sql.db.close();
    throw error;
  }
  return sql;
}

/** A ledger over an open file. One that was opened for reading only can only be asked. */
export function hiveLedger(sql: Sql): HiveLedger {
  const together = <T>(write: () => T) => sql.db.transaction(write).immediate();
  return {
    state() {
      const state = sql.get<LedgerState>('SELECT * FROM ledger');
      if (!state) throw new Error('hive.db is incomplete: delete it and start the service again');
      return state;
    },
    heldBy: (id) => sql.get<{ held: number }>('SELECT held FROM notes WHERE id = ?', [id])?.held,
    markOffered: (ids) =>
      together(() => {
        for (const id of ids) sql.run('INSERT OR IGNORE INTO notes VALUES (?, 0)', [id]);
      }),
    recordPush: (settlement) => together(() => recordPush(sql, settlement)),
    withheldSince: (project) => withheldSince(sql, project),
    rewind: (project) =>
      together(() => {
        const since = withheldSince(sql, project);
        if (since === undefined) return false;
        sql.run('DELETE FROM withheld WHERE project = ?', [project]);
        // The hash of another place than the cursor's would look like another log.
        sql.run('UPDATE ledger SET cursor = ?, hash = zeroblob(0) WHERE cursor >= ?', [
          since - 1,
          since,
        ]);
        return true;
      }),
    refusals: (limit) =>
      sql.all<Refusal>('SELECT * FROM refusals ORDER BY position DESC LIMIT ?', [limit]),
    refused: () => sql.get<{ n: number }>('SELECT count(*) AS n FROM refusals')?.n ?? 0,
    close: () => void sql.db.close(),
  };
}

function withheldSince(sql: Sql, project: string): number | undefined {
  return sql.get<{ position: number }>('SELECT position FROM withheld WHERE project = ?', [project])
    ?.position;
}

function recordPush(sql: Sql, settlement: PushRecord): void {
  const { cursor, hash, notes, refused, withheld, pushed, at } = settlement;
  for (const { id, held } of notes) {
    if (held === undefined) sql.run('DELETE FROM notes WHERE id = ?', [id]);
    else sql.run('INSERT OR REPLACE INTO notes VALUES (?, ?)', [id, held]);
    sql.run('DELETE FROM refusals WHERE note = ?', [id]);
  }
  for (const { event, note, position, reason } of refused) {
    sql.run('INSERT OR REPLACE INTO refusals VALUES (?, ?, ?, ?)', [event, note, position, reason]);
  }
  for (const [project, position] of withheld) {
    sql.run('INSERT OR IGNORE INTO withheld VALUES (?, ?)', [project, position]);
  }
  sql.run('UPDATE ledger SET cursor = ?, hash = ?, pushed = pushed + ?', [cursor, hash, pushed]);
  if (pushed > 0) sql.run('UPDATE ledger SET pushed_at = ?', [at]);
}
