import { CsvError, type Parser, parse } from 'csv-parse';
import type { PeerRow } from './peerRows.js';
import { type InputFile, tooFull, tooLong, utf8Bytes, wrongFile } from './sourceFile.js';
import type { SkippedRow } from './sourceRow.js';

/** A table in CSV, whose first row names the columns. */
interface CsvTable {
  readonly columns: readonly string[];
  rows(): AsyncGenerator<PeerRow>;
}

/** Reads the header of a CSV file. Throws a `Diagnostic` where it cannot be read. A file without rows has no columns. */
export async function openCsvTable(file: InputFile): Promise<CsvTable> {
  const separator = separatorOf(file.first(65_536).toString('utf8'));
  const header = await firstOf(recordsIn(file, separator));
  if (header && 'skipped' in header)
    throw wrongFile(file.name, 'a table in CSV', `its first row cannot be read: ${header.skipped}`);
  const columns = columnsOf(header?.cells ?? []);
  return { columns, rows: () => rowsIn(recordsIn(file, separator), columns) };
}

/** Of the separators that programs use, the one that the first row has most of. What stands in quotes separates nothing. */
function separatorOf(start: string): string {
  const unquoted = start.replaceAll(/"[^"]*(?:"|$)/g, '');
  const [header = ''] = unquoted.replace(/^[\r\n]+/, '').split(/[\r\n]/, 1);
  const counts = [',', ';', '\t'].map((one) => ({ one, count: header.split(one).length }));
  return counts.reduce((most, next) => (next.count > most.count ? next : most)).one;
}

async function firstOf<T>(values: AsyncIterable<T>): Promise<T | undefined> {
  for await (const value of values) return value;
  return undefined;
}

/** Names of columns, each once. One without a name has that of its place. */
function columnsOf(header: readonly string[]): readonly string[] {
  const last = header.findLastIndex((name) => name.trim() !== '');
  const columns = new Set<string>();
  for (const [i, name] of header.slice(0, last + 1).entries()) {
    const plain = name.trim() === '' ? `column ${i + 1}` : name.trim();
    columns.add(columns.has(plain) ? `${plain} (${i + 1})` : plain);
  }
  return [...columns];
}

async function* rowsIn(
  records: AsyncIterable<CsvRecord>,
  columns: readonly string[],
): AsyncGenerator<PeerRow> {
  let isHeader = true;
  for await (const record of records) {
    if (isHeader) isHeader = false;
    else if ('skipped' in record) yield record;
    else if (record.cells.some((cell) => cell.trim() !== '')) yield rowOf(record, columns);
  }
}

function rowOf({ row, cells }: Extract<CsvRecord, { cells: unknown }>, columns: readonly string[]) {
  const used = cells.findLastIndex((cell) => cell.trim() !== '') + 1;
  if (used > columns.length || cells.length < columns.length) {
    const count = used > columns.length ? used : cells.length;
    const has = count === 1 ? '1 cell' : `${count} cells`;
    const skipped = `it has ${has} and the first row ${columns.length}: put values with a separator or a line break in quotes`;
    return { row, skipped };
  }
  return { row, cells: Object.fromEntries(columns.map((column, i) => [column, cells[i] ?? ''])) };
}

/** The cells of a row, or why there are none; `row` names the line where it begins. */
type CsvRecord = { readonly row: string; readonly cells: readonly string[] } | SkippedRow;

/** What csv-parse gives of a row. Its texts hold a character for each byte. */
interface ByteRecord {
  readonly record: readonly string[];
  /** All of it, with the empty lines before it and the first character of the end of its line. */
  readonly raw: string;
}

/**
 * The rows of a file that are not empty, also the header. The parser reads bytes as characters, so that text which is not in UTF-8
 * costs its own row only. It trims no blanks: among bytes, it would take `(` for one. A quote in the middle of a cell is text: to
 * refuse it would take time that grows with the square of the cell.
 */
async function* recordsIn(file: InputFile, separator: string): AsyncGenerator<CsvRecord> {
  const parser = parse({
    delimiter: separator,
    // A file may have several kinds of ends.
    record_delimiter: ['\r\n', '\n', '\r'],
    encoding: 'latin1',
    max_record_size: file.longestLine,
    raw: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  });
  // Each row counts as the first: for one of another length, the parser would make an error with a copy of the row, for nobody.
  Object.defineProperty(parser.info, 'records', { get: () => 0, set() {} });
  let line = 1;
  try {
    for await (const { record, raw } of parsed(unmarked(utf8Bytes(file)), parser)) {
      const [before = ''] = /^[\r\n]*/.exec(raw) ?? [];
      const row = `line ${line + breaksIn(before)}`;
      line += breaksIn(raw);
      if (record.length > file.mostValues) yield { row, skipped: tooFull(file) };
      else yield recordOf(row, record, raw.slice(before.length));
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const skipped =
      error.code === 'CSV_QUOTE_NOT_CLOSED'
        ? 'it has a quote that is not closed: it and all later rows are not read'
        : `${tooLong(file)}, perhaps because a quote is not closed: it and all later rows are not read`;
    yield { row: `line ${line}`, skipped };
  }
}

/** What a parser makes of bytes. Rows come before the error of one behind them: as a pipe, the parser would drop them. */
async function* parsed(chunks: AsyncIterable<Buffer>, parser: Parser): AsyncGenerator<ByteRecord> {
  // It is thrown below.
  parser.on('error', () => {});
  for await (const chunk of chunks) {
    parser.write(chunk);
    for (let row = parser.read(); row !== null; row = parser.read()) yield row;
    if (parser.errored) throw parser.errored;
  }
  parser.end();
  // The cast is safe: `raw` makes records of this shape.
  yield* parser as AsyncIterable<ByteRecord>;
}

const breaksIn = (text: string) => text.match(/\r\n?|\n/g)?.length ?? 0;

function recordOf(row: string, record: readonly string[], raw: string): CsvRecord {
  // Where a quote is not closed, a cell goes on up to the next quote, in another row.
  const isOpen = raw.split('"').length % 2 === 0 && /[\r\n]./s.test(raw);
  if (isOpen) return { row, skipped: 'it has a quote that is not closed' };
  try {
    return { row, cells: record.map((bytes) => UTF_8.decode(Buffer.from(bytes, 'latin1'))) };
  } catch {
    return { row, skipped: 'it is not UTF-8 text: save the file as CSV in UTF-8' };
  }
}

const UTF_8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const MARK = Buffer.from('\uFEFF');

/** The bytes of a text without a mark of the byte order. */
async function* unmarked(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let isFirst = true;
  for await (const chunk of chunks) {
    const isMarked = isFirst && chunk.subarray(0, MARK.length).equals(MARK);
    isFirst = false;
    yield isMarked ? chunk.subarray(MARK.length) : chunk;
  }
}
