import type { SourceRow } from './sourceRow.js';

/** The row, which also says that `field` of the source could not be taken whole. */
export function alsoShortened(row: SourceRow, field: string): SourceRow {
  return 'skipped' in row ? row : { ...row, shortened: [...(row.shortened ?? []), field] };
}
