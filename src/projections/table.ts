import type { View } from './projection.js';

/** The columns of a table in their order, and what SQL says of each. */
type Columns = Readonly<Record<string, string>>;

/** A table of a read model. */
interface Table<C extends Columns> {
  readonly columns: readonly (keyof C & string)[];
  readonly ddl: string;
  /** SQL for a new row, by place: by name takes twice as long. */
  readonly insert: string;
}

/** A row of a table, as its columns say. */
export type RowOf<T> =
  T extends Table<infer C> ? { readonly [K in keyof C]: ValueOf<C[K]> } : never;
type ValueOf<Sql> =
  | (Sql extends `INTEGER${string}` ? number : string)
  | (Sql extends `${string}${'NOT NULL' | 'PRIMARY KEY'}${string}` ? never : null);

/** A table with these columns, in whose DDL `primaryKey` and `indexes` follow. A primary key of several columns needs no row ids. */
export function table<const C extends Columns>(
  name: string,
  columns: C,
  { primaryKey, indexes = '' }: { readonly primaryKey?: string; readonly indexes?: string } = {},
): Table<C> {
  const names = Object.keys(columns);
  const lines = Object.entries(columns).map(([column, sql]) => `${column} ${sql}`);
  if (primaryKey !== undefined) lines.push(`PRIMARY KEY (${primaryKey})`);
  const options = primaryKey === undefined ? 'STRICT' : 'STRICT, WITHOUT ROWID';
  return {
    columns: names,
    ddl: `CREATE TABLE ${name} (\n  ${lines.join(',\n  ')}\n) ${options};${indexes}`,
    insert: `INSERT INTO ${name} VALUES (${names.map(() => '?').join(', ')})`,
  };
}

/** Adds a row. */
export function insertRow<C extends Columns>(
  view: View,
  { columns, insert }: Table<C>,
  row: RowOf<Table<C>>,
): void {
  view.run(
    insert,
    columns.map((column) => row[column]),
  );
}
