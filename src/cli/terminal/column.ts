import { shownLine } from './shown.js';

/** One column of a table. JSON has the rows themselves instead. */
export interface Column<Row> {
  readonly head: string;
  /** The text of a cell. It may hold anything that a caller of the vault wrote: it is made safe to show here. */
  readonly cell: (row: Row) => string | number | undefined;
  /** This one gets the columns of the terminal that the others leave, and is cut first. */
  readonly isWide?: true;
  /** Left out where no row has anything in it. */
  readonly isRare?: true;
  /** Left out on terminals that are narrower than this. */
  readonly from?: number;
}

/** The text of a cell, on one line and safe to show. */
export function cellText<Row>({ cell }: Column<Row>, row: Row): string {
  return shownLine(String(cell(row) ?? ''));
}

/** The columns of a table with these rows. */
export function columnsOf<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
): readonly Column<Row>[] {
  return columns.filter(
    (column) => !column.isRare || rows.some((row) => cellText(column, row) !== ''),
  );
}
