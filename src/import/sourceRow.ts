import { encodeTime } from 'ulid';
import type { ArchiveLine } from '../domain/archive/archiveLine.js';
import { digestedId } from '../domain/ids.js';
import type { ColumnUse } from '../domain/importing/tableFields.js';

/**
 * One thing that was read from a source: a line to import, or the reason why there is none. `row` names its place in the
 * source, such as `observations 17` or `notes/a.md`; `shortened` are the fields that had to be shortened.
 */
export type SourceRow =
  | { readonly row: string; readonly line: ArchiveLine; readonly shortened?: readonly string[] }
  | SkippedRow;

export interface SkippedRow {
  readonly row: string;
  readonly skipped: string;
}

/** Where notes are imported from. */
export interface Source {
  readonly name: string;
  /** Rows that will come, where it is known, for the progress. Of a table, the sessions are among them once the first row is read. */
  readonly total?: number;
  /** Of a table, what becomes of each of its columns, for whoever checks that before anything is stored. */
  readonly mapping?: readonly ColumnUse[];
  /** All rows, one after another: a row that cannot be read is skipped and never stops the rest. */
  rows(): AsyncIterable<SourceRow>;
  close(): void;
}

/** A row of a source that cannot be taken: its message says why, as the end of "skipped: …". */
export class UnreadableRow extends Error {}

/** What `read` gives, or the reason why it gives nothing: an `UnreadableRow` that it throws. */
export function rowOrReason<T>(row: string, read: () => T): T | SkippedRow {
  try {
    return read();
  } catch (error) {
    if (error instanceof UnreadableRow) return { row, skipped: error.message };
    throw error;
  }
}

/** The row, which also says that `field` of the source could not be taken whole. */
export function alsoShortened(row: SourceRow, field: string): SourceRow {
  return 'skipped' in row ? row : { ...row, shortened: [...(row.shortened ?? []), field] };
}

/** What a ULID can say: 48 bits of milliseconds. */
const LATEST = 2 ** 48 - 1;

/**
 * The id of something that a source calls `key`: a ULID with the time `at` (milliseconds since 1970), then 80 bits of a
 * digest. The same row of a source always gives the same id, so importing it again finds what is there. A time that no
 * ULID can hold counts as the closest that one can.
 */
export function sourceId(source: string, key: string, at: number): string {
  const time = Number.isFinite(at) ? Math.min(Math.max(0, Math.trunc(at)), LATEST) : 0;
  return digestedId(encodeTime(time, 10), `import/1\0${source}\0${key}`);
}
