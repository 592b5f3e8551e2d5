import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { ArchiveLine, type NoteLine } from '../../src/domain/archive/archiveLine.js';
import type { Source, SourceRow } from '../../src/import/sourceRow.js';
import { temporaryDirectory } from './temporaryDirectory.js';

/** When the files of `folderWith` were changed. */
export const CHANGED_AT = '2026-11-03T08:00:00Z';

/** A new folder with these files, by their paths. */
export function folderWith(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = temporaryDirectory();
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    utimesSync(file, new Date(CHANGED_AT), new Date(CHANGED_AT));
  }
  return folder;
}

/** All rows of a source, once. Each line is one that an import takes as it is. */
export async function rowsOf(source: Source): Promise<SourceRow[]> {
  const rows: SourceRow[] = [];
  for await (const row of source.rows()) rows.push(row);
  source.close();
  const lines = rows.flatMap((row) => ('line' in row ? [row.line] : []));
  expect(lines.map((line) => ArchiveLine.parse(line))).toEqual(lines);
  return rows;
}

/** The notes among some rows. */
export function notesIn(rows: readonly SourceRow[]): NoteLine[] {
  return rows.flatMap((row) => ('line' in row && row.line.record === 'note' ? [row.line] : []));
}

/** The rows that were skipped, with the reasons. */
export function skippedIn(rows: readonly SourceRow[]): [row: string, reason: string][] {
  return rows.flatMap((row) => ('skipped' in row ? [[row.row, row.skipped]] : []));
}
