import type { EventLog } from '../log/eventLog.js';
import { isDamage } from '../sqlite/database.js';
import { removeDatabase } from '../sqlite/databaseFiles.js';
import { openSqlite, type Sql } from '../sqlite/sqlite.js';
import { adopt, type SharedLedger, share, startOver } from './sharedLedger.js';

/** How far the log was pushed, and since when that is known. */
export interface LedgerState {
  /** The last event that is done: acknowledged by the hub, or nothing to send. */
  readonly cursor: number;
  /** The hash of the chain there, which shows that the log was replaced by another one. */
  readonly hash: Buffer;
  /** Up to this event the ledger cannot say what was pushed: an earlier ledger of the same log may be lost. */
  readonly unknown_up_to: number;
  /** Notes that were first saved up to this event may have been pushed by another node; 0 where there is none. */
  readonly elsewhere: number;
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

/** The result of one exchange. */
interface PushRecord {
  /** The new cursor, and the hash of the chain there. */
  readonly cursor: number;
  readonly hash: Buffer;
  /** Notes in order. `held` is the event of the revision that the hub now holds; undefined when it holds the note no more. */
  readonly notes: readonly { readonly id: string; readonly held: number | undefined }[];
  readonly refused: readonly Refusal[];
  /** Paused projects (digests), each with the first event that was withheld. */
  readonly withheld: ReadonlyMap<string, number>;
  readonly pushed: number;
  /** Milliseconds since 1970. */
  readonly at: number;
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
    choice    TEXT NOT NULL,
    elsewhere INTEGER NOT NULL DEFAULT 0
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
    // A file of an earlier release has no such column.
    if (!sql.get("SELECT 1 FROM pragma_table_info('ledger') WHERE name = 'elsewhere'"))
      sql.db.exec('ALTER TABLE ledger ADD COLUMN elsewhere INTEGER NOT NULL DEFAULT 0');
  } catch (error) {
    sql.db.close();
    throw error;
  }
  return sql;
}

/**
 * Records what was pushed to a hub, in an open file. It holds ids and digests, no text. When the file is deleted, everything is
 * sent again, and the hub recognises it. A file that is open for reading only serves the methods that read.
 */
export function hiveLedger(sql: Sql) {
  const together = <T>(write: () => T) => sql.db.transaction(write).immediate();

  function state(): LedgerState {
    const row = sql.get<LedgerState>('SELECT * FROM ledger');
    if (!row) throw new Error('hive.db is incomplete: delete it and start the service again');
    // A file of an earlier release that is open for reading only.
    return { ...row, elsewhere: row.elsewhere ?? 0 };
  }

  return {
    state,
    /** The event of the revision that the hub holds; 0 when it may hold one, undefined when it holds none. */
    heldBy: (id: string) =>
      sql.get<{ held: number }>('SELECT held FROM notes WHERE id = ?', [id])?.held,
    /** Records, before a request, that from now on the hub may hold these notes. */
    markOffered: (ids: readonly string[]) =>
      together(() => {
        for (const id of ids) sql.run('INSERT OR IGNORE INTO notes VALUES (?, 0)', [id]);
      }),
    recordPush: (record: PushRecord) => together(() => recordPush(sql, record)),
    /** The first event that was withheld for a paused project, if there is one. */
    withheldSince: (project: string) => withheldSince(sql, project),
    /** Moves the cursor back to where a project was paused; false when nothing of it was withheld. */
    rewind: (project: string) =>
      together(() => {
        const since = withheldSince(sql, project);
        if (since === undefined) return false;
        sql.run('DELETE FROM withheld WHERE project = ?', [project]);
        // The hash of another position would look like another log.
        sql.run('UPDATE ledger SET cursor = ?, hash = zeroblob(0) WHERE cursor >= ?', [
          since - 1,
          since,
        ]);
        return true;
      }),
    refusals: (limit: number) =>
      sql.all<Refusal>('SELECT * FROM refusals ORDER BY position DESC LIMIT ?', [limit]),
    refused: () => sql.get<{ n: number }>('SELECT count(*) AS n FROM refusals')?.n ?? 0,
    /** What the other nodes have to know of it, in the same order each time. */
    share: () => share(sql, state()),
    /** Takes over what another node left. With another choice of notes, the log is read from the beginning again. */
    adopt: (shared: SharedLedger) => together(() => adopt(sql, shared, state().choice)),
    /** Forgets all positions, which are about another log than this one of `position` events. */
    startOver: (position: number) => together(() => startOver(sql, position)),
    close: () => void sql.db.close(),
  };
}
export type HiveLedger = ReturnType<typeof hiveLedger>;

function withheldSince(sql: Sql, project: string): number | undefined {
  return sql.get<{ position: number }>('SELECT position FROM withheld WHERE project = ?', [project])
    ?.position;
}

function recordPush(sql: Sql, record: PushRecord): void {
  const { cursor, hash, notes, refused, withheld, pushed, at } = record;
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

/** What a ledger has to be about. */
interface LedgerKey {
  readonly file: string;
  readonly log: Pick<EventLog, 'head' | 'hashAt'>;
  readonly hub: string;
  readonly choice: string;
}

/**
 * Opens the ledger of a log and a hub. A ledger about another hub is emptied. After a change of the types that may
 * leave, or of the log itself, the log is read from the beginning again.
 */
export async function openHiveLedgerFor(subject: LedgerKey): Promise<HiveLedger> {
  const sql = openUsable(subject.file);
  const { position } = await subject.log.head();
  const fresh = () => {
    for (const table of ['ledger', 'notes', 'withheld', 'refusals'])
      sql.run(`DELETE FROM ${table}`);
    sql.run('INSERT INTO ledger VALUES (1, 0, zeroblob(0), ?, 0, NULL, ?, ?, 0)', [
      position,
      subject.hub,
      subject.choice,
    ]);
  };
  const ledger = hiveLedger(sql);
  const known = sql.get<{ hub: string }>('SELECT hub FROM ledger');
  if (known?.hub !== subject.hub) {
    sql.db.transaction(fresh)();
    return ledger;
  }
  const { cursor, hash, choice } = ledger.state();
  if (!(await holdsAt(subject.log, cursor, hash))) {
    ledger.startOver(position);
  }
  if (choice !== subject.choice) {
    sql.run('UPDATE ledger SET cursor = 0, hash = zeroblob(0), choice = ?', [subject.choice]);
  }
  return ledger;
}

async function holdsAt(log: LedgerKey['log'], cursor: number, hash: Buffer): Promise<boolean> {
  if (cursor === 0) return true;
  const there = await log.hashAt(cursor);
  return there !== undefined && (hash.length === 0 || there.equals(hash));
}

/** A damaged file is replaced by an empty one: everything in it can be found out again. */
function openUsable(file: string): Sql {
  try {
    return openHiveLedger(file);
  } catch (error) {
    if (!isDamage(error)) throw error;
    removeDatabase(file);
    return openHiveLedger(file);
  }
}
