import { openSqlite, type Sql } from '../../sqlite/sqlite.js';
import { migrate } from '../sqlite/migrate.js';
import type { Report } from './problem.js';

/** Reports a log whose format is not that of this release and returns true: it cannot be verified. */
export function isOtherFormat(log: Sql, report: Report): boolean {
  const actual = formatOf(log);
  const known = withFreshLog(formatOf);
  if (actual === known) return false;
  const remedy = actual < known ? 'start the service once' : 'verify it with the newer release';
  report(
    'schema',
    null,
    `log.db has format ${actual}, this release verifies format ${known}: ${remedy}`,
  );
  return true;
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

/** Runs `read` on a new log in memory, for comparison. */
function withFreshLog<T>(read: (fresh: Sql) => T): T {
  const fresh = openSqlite(':memory:', 'OFF');
  try {
    migrate(fresh);
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

const formatOf = ({ db }: Sql) => Number(db.pragma('user_version', { simple: true }));
