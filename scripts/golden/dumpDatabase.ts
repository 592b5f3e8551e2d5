import type { Database } from '../../src/sqlite/database.js';

interface Entry {
  readonly type: string;
  readonly name: string;
  readonly sql: string;
}

/** A SQLite database as SQL that makes another with the same content, row by row and byte by byte. */
export function dumpDatabase(db: Database.Database): string {
  const entries = db
    .prepare<[], Entry>('SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL')
    .all();
  const tables = entries.filter(({ type }) => type === 'table');
  // Triggers come after the rows, because they would fire on them.
  const rest = entries.filter(({ type }) => type !== 'table');
  return [
    `PRAGMA user_version = ${db.pragma('user_version', { simple: true })};`,
    ...tables.map(({ sql }) => `${sql};`),
    ...tables.flatMap(({ name }) => rowsOf(db, name)),
    ...rest.map(({ sql }) => `${sql};`),
    '',
  ].join('\n');
}

function rowsOf(db: Database.Database, table: string): string[] {
  const columns = db
    .prepare(`SELECT * FROM "${table}"`)
    .columns()
    .map(({ name }) => literal(`"${name}"`));
  const select = `SELECT concat_ws(', ', ${columns.join(', ')}) FROM "${table}"`;
  const rows = db.prepare<[], string>(select).pluck().all();
  return rows.map((row) => `INSERT INTO "${table}" VALUES (${row});`);
}

/** SQL that gives a value as a literal. `quote` alone ends a text at its first zero byte, as erased payloads have. */
function literal(column: string): string {
  const bytes = `CAST(${column} AS BLOB)`;
  const isCut = `typeof(${column}) = 'text' AND instr(${bytes}, X'00')`;
  return `CASE WHEN ${isCut} THEN 'CAST(' || quote(${bytes}) || ' AS TEXT)' ELSE quote(${column}) END`;
}
