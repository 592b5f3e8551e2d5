import { readSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import {
  Diagnostic,
  diagnosticOf,
  isOfSurroundings,
  messageOf,
} from '../../diagnostics/diagnostic.js';
import { openSqlite, type Sql } from '../../sqlite/sqlite.js';
import { headOf } from '../sqlite/headOf.js';
import { formatOf, migrate, refuseOtherFormat } from '../sqlite/migrate.js';
import type { Report } from './problem.js';
import { verifyEvents, verifyStreams, type WalkedLog } from './verifyEvents.js';
import { verifyTables } from './verifyTables.js';

interface VerifyOptions {
  readonly report: Report;
  readonly onLeaf?: ((leaf: Buffer) => void) | undefined;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

/**
 * Verifies one snapshot of a log: reads every page, row, hash and guard from disk. Returns the end of the log; undefined
 * when the events could not be read. Throws what says nothing about the log: that it is locked, may not be read, or has another
 * format. `handle` is a file descriptor of the file that `log` reads.
 */
export function verifyLog(
  log: Sql,
  handle: number,
  { report, onLeaf, onProgress }: VerifyOptions,
): WalkedLog | undefined {
  const attempt = <T>(what: string | (() => string), check: () => T): T | undefined => {
    try {
      return check();
    } catch (error) {
      if (isOfSurroundings(error)) throw error;
      const named = typeof what === 'string' ? what : what();
      report('unreadable', null, `${named} cannot be read: ${messageOf(error)}`);
      return undefined;
    }
  };
  attempt('the header of the file', () => verifyHeader(handle, report));
  const isOurs = attempt('the format', () => checkFormat(log, report));
  if (isOurs instanceof Diagnostic) throw isOurs;
  if (!isOurs) return undefined;
  attempt('the file', () => verifyPages(log, report));
  attempt('the schema', () => verifySchema(log, report));
  attempt('the streams', () => verifyStreams(log, report));
  const total = attempt('the head', () => headOf(log).position) ?? 0;
  const onPage = (position: number) => onProgress?.(position, Math.max(position, total));
  let read = 0;
  const onEvent = (leaf: Buffer) => {
    read += 1;
    onLeaf?.(leaf);
  };
  const walked = attempt(
    () => (read === 0 ? 'the events' : `the events after the first ${read}`),
    () => verifyEvents(log, report, onEvent, onPage),
  );
  // Without all events there is nothing to compare with.
  if (walked) attempt('the tables', () => verifyTables(log, walked, report));
  return walked;
}

/** https://sqlite.org/pragma.html#pragma_integrity_check does not check foreign keys; the checks below do. */
function verifyPages(log: Sql, report: Report): void {
  const rows = log.db.pragma('integrity_check') as { integrity_check: string }[];
  for (const { integrity_check: message } of rows) {
    if (message !== 'ok') report('integrity', null, message);
  }
}

/** Checks of one field of the header (https://sqlite.org/fileformat2.html, "The Database Header"). */
const FIELDS: Readonly<Record<string, (header: Buffer) => boolean>> = {
  'the magic string': (header) => header.toString('latin1', 0, 16) === 'SQLite format 3\0',
  'the page size': (header) => header.readUInt16BE(16) === 4096,
  'the read and write versions': ({ 18: write, 19: read }) =>
    write === read && (write === 1 || write === 2),
  'the reserved space': ({ 20: reserved }) => reserved === 0,
  'the payload fractions': ({ 21: max, 22: min, 23: leaf }) =>
    max === 64 && min === 32 && leaf === 32,
  'the change counters': (header) => header.readUInt32BE(24) === header.readUInt32BE(92),
  'the schema format': (header) => header.readUInt32BE(44) === 4,
  'the default cache size': (header) => header.readUInt32BE(48) === 0,
  'the vacuum settings': (header) => header.readUInt32BE(52) + header.readUInt32BE(64) === 0,
  'the text encoding': (header) => header.readUInt32BE(56) === 1,
  'the application id': (header) => header.readUInt32BE(68) === 0,
  'the reserved bytes': (header) => header.subarray(72, 92).every((byte) => byte === 0),
};

/** Reports invalid fields of the file's header that SQLite does not check, or only checks when it writes. */
function verifyHeader(handle: number, report: Report): void {
  const header = Buffer.alloc(100);
  readSync(handle, header, 0, header.length, 0);
  for (const [field, holds] of Object.entries(FIELDS)) {
    if (!holds(header)) report('header', null, `the header of the file is invalid: ${field}`);
  }
}

/**
 * Whether a log has the format of this release. Gives the diagnostic of one that is older or newer, which says nothing about
 * whether it is whole. Reports one that only says so: the tables of this release, or of none, with the number of another.
 */
function checkFormat(log: Sql, report: Report): boolean | Diagnostic {
  const tables = schemaOf(log);
  const format = formatOf(log);
  const isThatOf = (to?: number) => isDeepStrictEqual(tables, schemaOfFormat(to));
  try {
    refuseOtherFormat(log);
    return true;
  } catch (error) {
    const other = diagnosticOf(error);
    if (other.code === 'log_older' && isThatOf(format)) return other;
    if (other.code === 'log_newer' && !isThatOf()) return other;
    report('schema', null, `it claims format ${format}, but its tables have another format`);
    return false;
  }
}

/** Reports tables, indexes and triggers that differ from those of the migrations. */
function verifySchema(log: Sql, report: Report): void {
  const expected = schemaOfFormat();
  const actual = schemaOf(log);
  for (const [name, sql] of expected) {
    if (!actual.has(name)) report('schema', null, `${name} is missing`);
    else if (actual.get(name) !== sql)
      report('schema', null, `${name} differs from what this release creates`);
  }
  for (const name of actual.keys()) {
    if (!expected.has(name)) report('schema', null, `${name} was not created by this release`);
  }
}

/** The tables of a new log, for comparison: of this release, or of an older format. */
function schemaOfFormat(to?: number): ReadonlyMap<string, string | null> {
  const fresh = openSqlite(':memory:', 'OFF');
  try {
    migrate(fresh, { to });
    return schemaOf(fresh);
  } finally {
    fresh.db.close();
  }
}

function schemaOf(log: Sql): ReadonlyMap<string, string | null> {
  // With `quote`, a name that was changed from text to a blob counts as another name.
  const rows = log.all<{ name: string; sql: string | null }>(
    `SELECT quote(type) || ' ' || quote(name) || ' of ' || quote(tbl_name) AS name, sql
     FROM sqlite_schema`,
  );
  return new Map(rows.map(({ name, sql }) => [name, sql]));
}
