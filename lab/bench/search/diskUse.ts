import { Database } from '../../../src/sqlite/database.js';
import { digits, table } from '../../../tools/table.js';

interface SchemaRow {
  readonly name: string;
  readonly tbl_name: string;
  readonly sql: string | null;
}

/** Size of a file of read models in bytes: in total, and by table, including its indexes or FTS5's own tables. */
export interface DiskUse {
  readonly total: number;
  readonly byTable: ReadonlyMap<string, number>;
}

export function diskUse(file: string): DiskUse {
  const db = new Database(file, { readonly: true });
  try {
    // The casts below are safe: the SQL selects these columns, which the compiler does not know.
    const schema = db.prepare('SELECT name, tbl_name, sql FROM sqlite_schema').all() as SchemaRow[];
    const full = schema.filter(({ sql }) => /USING\s+fts5\s*\(/i.test(sql ?? ''));
    const owners = new Map(schema.map(({ name, tbl_name }) => [name, tbl_name]));
    for (const { name } of full) {
      for (const part of ['data', 'idx', 'content', 'config']) {
        owners.set(`${name}_${part}`, name);
      }
    }
    const byTable = new Map<string, number>();
    for (const { name, bytes } of sizes(db, full)) {
      const owner = owners.get(name) ?? name;
      byTable.set(owner, (byTable.get(owner) ?? 0) + bytes);
    }
    const pages = Number(db.pragma('page_count', { simple: true }));
    return { total: pages * Number(db.pragma('page_size', { simple: true })), byTable };
  } finally {
    db.close();
  }
}

/** Pages by table and index; where SQLite was built without `dbstat`, the blocks of the full-text tables only. */
function sizes(db: Database.Database, full: readonly SchemaRow[]) {
  const sums = hasDbstat(db)
    ? ['SELECT name, pgsize AS bytes FROM dbstat WHERE aggregate = TRUE']
    : full.map(
        ({ name }) => `SELECT '${name}' AS name, sum(length(block)) AS bytes FROM ${name}_data`,
      );
  return sums.flatMap((sql) => db.prepare(sql).all() as { name: string; bytes: number }[]);
}

function hasDbstat(db: Database.Database): boolean {
  try {
    db.prepare('SELECT 1 FROM dbstat');
    return true;
  } catch {
    return false;
  }
}

/** The sizes by table as text, largest first. Tables below 1 % are added up. */
export function diskTable({ total, byTable }: DiskUse, observations: number): string {
  const row = (name: string, bytes: number) => [
    name,
    digits(bytes / 2 ** 20),
    digits(bytes / observations),
    `${((100 * bytes) / total).toFixed(1)} %`,
  ];
  const large = [...byTable]
    .filter(([, bytes]) => bytes >= total / 100)
    .sort(([, a], [, b]) => b - a);
  const rest = large.reduce((left, [, bytes]) => left - bytes, total);
  return table(
    ['views.db', 'MiB', 'bytes/observation', 'share'],
    [...large.map(([name, bytes]) => row(name, bytes)), row('others', rest), row('all', total)],
  );
}
