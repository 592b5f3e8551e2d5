import type { ArchiveLine } from '../domain/archive/archiveLine.js';

/**
 * One thing that was read from a source: a line to import, or the reason why there is none. `row` names its place in the
 * source, such as `observations 17` or `notes/a.md`; `shortened` are the fields that had to be shortened.
 */
export type SourceRow =
  | { readonly row: string; readonly line: ArchiveLine; readonly shortened?: readonly string[] }
  | { readonly row: string; readonly skipped: string };

/** Where notes are imported from. */
export interface Source {
  readonly name: string;
  /** Rows that will come, where it is known, for the progress. */
  readonly total?: number;
  /** All rows, one after another: a row that cannot be read is skipped and never stops the rest. */
  rows(): AsyncIterable<SourceRow>;
  close(): void;
}
