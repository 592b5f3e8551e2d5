import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { ArchiveLine } from '../domain/archive/archiveLine.js';
import { columnList, mappingOf } from './columnMapping.js';
import { openCsvTable } from './csvRows.js';
import type { PeerRow } from './peerRows.js';
import { type InputFile, lookOf, NO_OBJECT, ndjsonRows, onDisk, wrongFile } from './sourceFile.js';
import type { SkippedRow, Source } from './sourceRow.js';
import { type Table, tableRows } from './tableNotes.js';

/** What somebody says of a table: the project of rows that name none, and which columns are taken for which fields. */
interface TableOptions {
  readonly project?: string;
  readonly map?: readonly string[];
}

/** The file at a path, as `ndjsonSource` reads it. */
export const openNdjson = async (path: string, options?: TableOptions): Promise<Source> =>
  ndjsonSource(onDisk(path), options);

/** The file at a path, as `csvSource` reads it. */
export const openCsv = async (path: string, options?: TableOptions): Promise<Source> =>
  csvSource(onDisk(path), options);

/**
 * A file with a note in each line, a JSON object whose members may have any names. It is read line by line, a first time for the
 * names. Throws a `Diagnostic` for any other file, and a `WrongMap`.
 */
export async function ndjsonSource(file: InputFile, options: TableOptions = {}): Promise<Source> {
  const look = textIn(file, 'NDJSON');
  const rows = () => upTo(ndjsonRows(file), file);
  const { columns, total, skipped } = await membersIn(file, rows());
  if (columns.length === 0 && total > 0) {
    if (skipped && skipped.skipped !== NO_OBJECT) {
      const found = `none of its lines can be read: ${skipped.row}: ${skipped.skipped}`;
      throw wrongFile(file.name, 'NDJSON', found);
    }
    const next =
      look === 'JSON'
        ? 'write one object a line: jq -c ".[]" FILE does so with a list'
        : `if it is a table in CSV: memory-vault import csv ${file.name}`;
    throw wrongFile(file.name, 'NDJSON', 'none of its lines is a JSON object', next);
  }
  return tableSource('ndjson', file, { columns, rows }, options, total);
}

/**
 * A file in CSV (RFC 4180), separated by `,`, `;` or tabs, with a note in each row and the names of the columns in the first. It is
 * read row by row. Throws a `Diagnostic` for any other file, and a `WrongMap`.
 */
export async function csvSource(file: InputFile, options: TableOptions = {}): Promise<Source> {
  if (textIn(file, 'a table in CSV') === 'JSON')
    throw wrongFile(
      file.name,
      'a table in CSV',
      'it is JSON',
      `import it as that: memory-vault import ndjson ${file.name}`,
    );
  const { columns, rows } = await openCsvTable(file);
  return tableSource('csv', file, { columns, rows: () => upTo(rows(), file) }, options);
}

/** What text a file is. Throws a `Diagnostic` for other files. */
function textIn(file: InputFile, wanted: string): 'text' | 'JSON' | 'empty' {
  const look = lookOf(file);
  if (look === 'text' || look === 'JSON' || look === 'empty') return look;
  const next = look === 'zip' ? `save it as ${wanted}, if it is one of a spreadsheet` : undefined;
  throw wrongFile(file.name, wanted, `it is ${look}`, next);
}

/** The names of all members in a file, how many lines it has, and the first that cannot be read. */
async function membersIn(
  file: InputFile,
  rows: AsyncIterable<PeerRow>,
): Promise<{ columns: readonly string[]; total: number; skipped: SkippedRow | undefined }> {
  const columns = new Set<string>();
  let total = 0;
  let skipped: SkippedRow | undefined;
  for await (const found of rows) {
    total += 1;
    if ('skipped' in found) {
      skipped ??= found;
      continue;
    }
    if (total === 1 && ArchiveLine.safeParse(found.cells).success) {
      const next = `import it as one: memory-vault import ${file.name}`;
      throw wrongFile(file.name, 'a table of notes', 'it is an export of a vault', next);
    }
    for (const name of Object.keys(found.cells)) columns.add(name);
    if (columns.size > MOST_COLUMNS) throw tooWide(file, columns.size);
  }
  return { columns: [...columns], total, skipped };
}

/** Each row is asked for each of them. */
const MOST_COLUMNS = 1000;

function tooWide(file: InputFile, columns: number): Diagnostic {
  const found = `it has ${columns} columns or more, and a table of notes at most ${MOST_COLUMNS}`;
  return wrongFile(
    file.name,
    'a table of notes',
    found,
    'leave out those that notes have no use for',
  );
}

/** A table of notes as a source. Throws a `WrongMap`, and a `Diagnostic` for one without any text of notes. */
function tableSource(
  name: string,
  file: InputFile,
  { columns, rows: read }: { columns: readonly string[]; rows(): AsyncIterable<PeerRow> },
  { project, map }: TableOptions,
  total?: number,
): Source {
  if (columns.length > MOST_COLUMNS) throw tooWide(file, columns.length);
  const mapping = mappingOf(columns, map);
  const hasText = mapping.some(({ becomes }) => becomes === 'title' || becomes === 'content');
  if (columns.length > 0 && !hasText) {
    const found = `it has no column for titles or contents, only ${columnList(columns)}`;
    const next = 'name the column that has the text: --map content=COLUMN';
    throw wrongFile(file.name, 'a table of notes', found, next);
  }
  const table: Table = { rows: read, mapping, project, changed: file.changed };
  let sessions = 0;
  const rows = () =>
    tableRows(table, (count) => {
      sessions = count;
    });
  return {
    name,
    get total() {
      return total === undefined ? undefined : total + sessions;
    },
    mapping,
    rows,
    close() {},
  };
}

/** The rows, as long as they are not too many. Throws a `Diagnostic` at the first one more. */
async function* upTo(rows: AsyncIterable<PeerRow>, file: InputFile): AsyncGenerator<PeerRow> {
  let count = 0;
  for await (const row of rows) {
    count += 1;
    if (count > file.mostRows) {
      const found = `it has more than ${file.mostRows} rows`;
      const next = `import it in parts, or at a terminal: memory-vault import`;
      throw wrongFile(file.name, 'a table that can be read here', found, next);
    }
    yield row;
  }
}
