import { type Diagnostic, diagnosticOf } from '../../diagnostics/diagnostic.js';
import { openSqlite, type Sql } from '../../sqlite/sqlite.js';
import { formatOf, migrate, refuseOtherFormat } from '../sqlite/migrate.js';
import type { Report } from './problem.js';

/**
 * Whether a log has the format of this release. Gives the diagnostic of one that is older or newer, which says nothing about
 * whether it is whole. Reports one that only says so: the tables of this release, or of none, with the number of another.
 */
export function checkFormat(log: Sql, report: Report): boolean | Diagnostic {
  const tables = schemaOf(log);
  const format = formatOf(log);
  const isThatOf = (to?: number) => isSame(tables, withFreshLog(schemaOf, to));
  try {
    refuseOtherFormat(log);
    return true;
  } catch (error) {
    const other = diagnosticOf(error);
    if (other.code === 'log_older' && isThatOf(format)) return other;
    if (other.code === 'log_newer' && !isThatOf()) return other;
    report('schema', null, `its format is said to be ${format}, and its tables are not of that`);
    return false;
  }
}

function isSame(a: ReadonlyMap<string, unknown>, b: ReadonlyMap<string, unknown>): boolean {
  return a.size === b.size && [...a].every(([name, sql]) => b.get(name) === sql);
}

/** Reports tables, indexes and triggers that differ from those of the migrations. */
export function verifySchema(log: Sql, report: Report): void {
  const expected = withFreshLog(schemaOf);
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

/** Runs `read` on a new log in memory, for comparison: of this release, or of an older format. */
function withFreshLog<T>(read: (fresh: Sql) => T, to?: number): T {
  const fresh = openSqlite(':memory:', 'OFF');
  try {
    migrate(fresh, { to });
    return read(fresh);
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
