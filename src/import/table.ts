import { statSync } from 'node:fs';
import { ArchiveLine } from '../domain/archive/archiveLine.js';
import { columnList, mappingOf } from './columnMapping.js';
import { openCsvTable } from './csvRows.js';
import type { PeerRow } from './peerRows.js';
import { lookAt, ndjsonRows, wrongFile } from './sourceFile.js';
import type { Source } from './sourceRow.js';
import { type Table, tableRows } from './tableNotes.js';

/** What somebody says of a table: the project of rows that name none, and which columns are taken for which fields. */
interface TableOptions {
  readonly project?: string;
  readonly map?: readonly string[];
}

/**
 * A file with a note in each line, a JSON object whose members may have any names. It is read line by line, a first time for the
 * names. Throws a `Diagnostic` for any other file, and a `WrongMap`.
 */
export async function openNdjson(file: string, options: TableOptions = {}): Promise<Source> {
  const look = textIn(file, 'NDJSON');
  const { columns, total } = await membersIn(file);
  if (columns.length === 0 && total > 0) {
    const next =
      look === 'JSON'
        ? 'write one object a line: jq -c ".[]" FILE does so with a list'
        : `if it is a table in CSV: memory-vault import csv ${file}`;
    throw wrongFile(file, 'NDJSON', 'none of its lines is a JSON object', next);
  }
  return tableSource('ndjson', file, { columns, rows: () => ndjsonRows(file) }, options, total);
}

/**
 * A file in CSV (RFC 4180), separated by `,`, `;` or tabs, with a note in each row and the names of the columns in the first. It is
 * read row by row. Throws a `Diagnostic` for any other file, and a `WrongMap`.
 */
export async function openCsv(file: string, options: TableOptions = {}): Promise<Source> {
  if (textIn(file, 'a table in CSV') === 'JSON')
    throw wrongFile(
      file,
      'a table in CSV',
      'it is JSON',
      `import it as that: memory-vault import ndjson ${file}`,
    );
  return tableSource('csv', file, await openCsvTable(file), options);
}

/** What text a file is. Throws a `Diagnostic` for other files. */
function textIn(file: string, wanted: string): 'text' | 'JSON' | 'empty' {
  const look = lookAt(file);
  if (look === 'text' || look === 'JSON' || look === 'empty') return look;
  const next = look === 'zip' ? `save it as ${wanted}, if it is one of a spreadsheet` : undefined;
  throw wrongFile(file, wanted, `it is ${look}`, next);
}

/** The names of all members in a file, and how many lines it has. */
async function membersIn(file: string): Promise<{ columns: readonly string[]; total: number }> {
  const columns = new Set<string>();
  let total = 0;
  for await (const found of ndjsonRows(file)) {
    total += 1;
    if ('skipped' in found) continue;
    if (total === 1 && ArchiveLine.safeParse(found.cells).success) {
      const next = `import it as one: memory-vault import ${file}`;
      throw wrongFile(file, 'a table of notes', 'it is an export of a vault', next);
    }
    for (const name of Object.keys(found.cells)) columns.add(name);
  }
  return { columns: [...columns], total };
}

/** A table of notes as a source. Throws a `WrongMap`, and a `Diagnostic` for one without any text of notes. */
function tableSource(
  name: string,
  file: string,
  { columns, rows }: { columns: readonly string[]; rows(): AsyncIterable<PeerRow> },
  { project, map }: TableOptions,
  total?: number,
): Source {
  const mapping = mappingOf(columns, map);
  const hasText = mapping.some(({ becomes }) => becomes === 'title' || becomes === 'content');
  if (columns.length > 0 && !hasText) {
    const found = `it has no column for titles or contents, only ${columnList(columns)}`;
    const next = 'say which one has the text: --map content=COLUMN';
    throw wrongFile(file, 'a table of notes', found, next);
  }
  const table: Table = { rows, mapping, project, changed: statSync(file).mtimeMs };
  return { name, total, mapping, rows: () => tableRows(table), close() {} };
}
