import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { expect } from 'vitest';
import { ArchiveLine } from '../../src/domain/archive/archiveLine.js';
import type { Source, SourceRow } from '../../src/import/sourceRow.js';
import { Database } from '../../src/sqlite/database.js';
import { temporaryDirectory } from './temporaryDirectory.js';

const FIXTURES = fileURLToPath(new URL('../fixtures/peers/', import.meta.url));

/** The path of a fixture that is kept as it is. */
export const peerFile = (name: string) => join(FIXTURES, name);

/** Unpacks the files of a database into a new directory, and gives the path of the first one. */
export function peerDatabaseFile(...names: readonly [string, ...string[]]): string {
  const directory = temporaryDirectory();
  for (const name of names) {
    writeFileSync(join(directory, name), gunzipSync(readFileSync(join(FIXTURES, `${name}.gz`))));
  }
  return join(directory, names[0]);
}

/** A new database with the tables and rows of some SQL. */
export function databaseWith(sql: string): string {
  const file = join(temporaryDirectory(), 'peer.db');
  const db = new Database(file);
  db.exec(sql);
  db.close();
  return file;
}

/** Reads everything from a source and closes it. Each line is one that an archive takes as it is. */
export async function readAll(opening: Promise<Source>): Promise<SourceRow[]> {
  const source = await opening;
  const rows: SourceRow[] = [];
  try {
    for await (const row of source.rows()) rows.push(row);
  } finally {
    source.close();
  }
  for (const found of rows)
    if ('line' in found) expect(ArchiveLine.parse(found.line)).toEqual(found.line);
  return rows;
}

/** The lines of one kind among rows. */
export function linesOf<K extends ArchiveLine['record']>(rows: readonly SourceRow[], record: K) {
  type Line = Extract<ArchiveLine, { record: K }>;
  return rows.flatMap((found) =>
    'line' in found && found.line.record === record ? [found.line as Line] : [],
  );
}

/** Why rows were skipped, by the names of the rows. */
export const skippedIn = (rows: readonly SourceRow[]) =>
  Object.fromEntries(rows.flatMap((row) => ('skipped' in row ? [[row.row, row.skipped]] : [])));

/** Asks a database directly, past everything that is tested. Only for a copy: SQLite makes files next to it. */
export function ask<Row>(file: string, sql: string): Row[] {
  const db = new Database(file);
  try {
    return db.prepare(sql).all() as Row[];
  } finally {
    db.close();
  }
}

/** The files of a directory with digests of what they hold. */
export function digestsOf(directory: string): Record<string, string> {
  const digest = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');
  return Object.fromEntries(
    readdirSync(directory).map((name) => [name, digest(join(directory, name))]),
  );
}
