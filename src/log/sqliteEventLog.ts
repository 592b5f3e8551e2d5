import { randomFillSync } from 'node:crypto';
import Database from 'better-sqlite3';
import canonical from 'fast-json-stable-stringify';
import { Rejection } from '../domain/rejection.js';
import { isKnown, upcast } from '../events/upcast.js';
import { CURRENT_SCHEMA, type VaultEvent } from '../events/vaultEvent.js';
import { commitment, leaf, link } from './chain.js';
import {
  type Appended,
  type Batch,
  type Duplicate,
  type EventLog,
  type FirstAnswer,
  type Head,
  LogBroken,
  type LogTotals,
  type Pending,
} from './eventLog.js';
import { guardsOf } from './guards.js';
import { migrate } from './migrate.js';
import { openSqlite, type Sql } from './sqlite.js';

interface EventRow {
  readonly position: number;
  readonly id: string;
  readonly stream: string;
  readonly version: number;
  readonly type: string;
  readonly schema: number;
  readonly at: number;
  readonly meta: string;
  readonly body: string | null;
}

const SELECT = `SELECT position, id, stream, version, type, schema, at, meta, body
                FROM events LEFT JOIN payloads USING (position)`;

/** Opens (or makes) the log in a SQLite file. `maxPages` bounds its size, in pages of 4 KiB. */
export function openSqliteEventLog(
  file: string,
  { maxPages }: { maxPages?: number | undefined } = {},
): EventLog {
  const sql = openSqlite(file, 'FULL');
  try {
    migrate(sql);
    refuseUnknownKinds(sql);
    if (maxPages !== undefined) sql.db.pragma(`max_page_count = ${maxPages}`);
  } catch (error) {
    sql.db.close();
    throw error;
  }
  const append = sql.db.transaction((batch: Batch, expected: number) =>
    appendBatch(sql, batch, expected),
  ).immediate;

  return {
    head: async () => headOf(sql),
    totals: async () => totalsOf(sql),
    append: async (batch, expected) => guarded(() => append(batch, expected)),
    readStream: async (stream, version = Number.MAX_SAFE_INTEGER) =>
      sql
        .all<EventRow>(`${SELECT} WHERE stream = ? AND version <= ? ORDER BY version`, [
          stream,
          version,
        ])
        .map(toEvent),
    readAfter: async (position, limit) =>
      sql
        .all<EventRow>(`${SELECT} WHERE position > ? ORDER BY position LIMIT ?`, [position, limit])
        .map(toEvent),
    hashAt: async (position) =>
      sql.get<{ hash: Buffer }>('SELECT hash FROM events WHERE position = ?', [position])?.hash,
    duplicateOf: async (sessionId, contentHash) =>
      sql.get<Duplicate>(
        'SELECT stream, position FROM dedup WHERE session_id = ? AND content_hash = ?',
        [sessionId, contentHash],
      ),
    firstAnswer: async (key) =>
      sql.get<FirstAnswer>('SELECT * FROM idempotency WHERE key = ?', [key]),
    close: async () => void sql.db.close(),
  };
}

function headOf(sql: Sql): Head {
  const head = sql.get<Head>('SELECT position, hash FROM head');
  if (!head) throw new Error('log.db has no head: it is not a log of memory-vault');
  return head;
}

function totalsOf(sql: Sql): LogTotals {
  const totals = sql.get<LogTotals>('SELECT position AS events, deduplicated FROM head');
  return totals ?? { events: 0, deduplicated: 0 };
}

function appendBatch(sql: Sql, batch: Batch, expected: number): Appended {
  let { position, hash } = headOf(sql);
  if (position !== expected) {
    throw new Rejection('conflict', `the log ends at ${position}, not at ${expected}`);
  }
  const events = batch.events.map((event) => {
    position += 1;
    hash = insertEvent(sql, event, position, hash);
    return toRecorded(event, position);
  });
  for (const answer of batch.answers) rememberAnswer(sql, answer);
  sql.run('UPDATE head SET position = ?, hash = ?, deduplicated = deduplicated + ?', [
    position,
    hash,
    batch.deduplicated,
  ]);
  return { events, head: { position, hash } };
}

/** Writes one event with its payload and guards; gives the hash that the next is chained to. */
function insertEvent(sql: Sql, event: Pending, position: number, before: Buffer): Buffer {
  const { id, stream, version, type, at, meta, data, request } = event;
  const salt = randomFillSync(Buffer.allocUnsafeSlow(32));
  const body = canonical({ data, request });
  const schema = CURRENT_SCHEMA[type];
  const commits = commitment(salt, body);
  const envelope = { position, id, stream, version, type, schema, at, meta, commitment: commits };
  const hash = link(before, leaf(envelope));
  sql.run('INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)', [
    position,
    id,
    stream,
    version,
    type,
    schema,
    at,
    canonical(meta),
    commits,
    hash,
  ]);
  sql.run('INSERT INTO payloads VALUES (?, ?, ?)', [position, salt, body]);
  const { dedup, answer } = guardsOf(event, position);
  if (dedup) {
    // OR IGNORE: a forced copy does not take the place of the first.
    sql.run('INSERT OR IGNORE INTO dedup VALUES (?, ?, ?, ?)', [
      dedup.session_id,
      dedup.content_hash,
      stream,
      position,
    ]);
  }
  if (answer) rememberAnswer(sql, answer);
  return hash;
}

function rememberAnswer(sql: Sql, { key, fingerprint, stream, version, position }: FirstAnswer) {
  sql.run('INSERT INTO idempotency VALUES (?, ?, ?, ?, ?)', [
    key,
    fingerprint,
    stream,
    version,
    position,
  ]);
}

function toRecorded(event: Pending, position: number): VaultEvent {
  const { request: _, ...rest } = event;
  return { ...rest, position };
}

function toEvent(row: EventRow): VaultEvent {
  const { body, meta, type, schema, ...envelope } = row;
  if (body === null) throw new Error(`the payload of event ${row.position} is missing`);
  if (!isKnown(type, schema)) throw unknownKind(type, schema);
  const data = upcast(type, schema, JSON.parse(body).data);
  // Only this engine writes bodies, from typed facts, and the chain commits to them: not parsed twice.
  return { ...envelope, type, meta: JSON.parse(meta), data } as VaultEvent;
}

function refuseUnknownKinds(sql: Sql): void {
  for (const kind of sql.all<{ type: string; schema: number }>('SELECT type, schema FROM kinds')) {
    if (!isKnown(kind.type, kind.schema)) throw unknownKind(kind.type, kind.schema);
  }
}

function unknownKind(type: string, schema: number): Error {
  return new Error(
    `log.db was written by a newer memory-vault: it holds ${type} events of schema ${schema}, ` +
      'which this release does not know. Start the newer release, or use another data directory',
  );
}

/** Tells a full disk, which heals, from an engine whose next fsync may falsely succeed. */
function guarded<T>(write: () => T): T {
  try {
    return write();
  } catch (error) {
    if (!(error instanceof Database.SqliteError)) throw error;
    if (error.code === 'SQLITE_FULL') {
      throw new Rejection(
        'not_ready',
        'the disk is full: nothing was stored. Free some space and retry',
      );
    }
    throw new LogBroken(error);
  }
}
