import stringWidth from 'string-width';
import { type Column, cellText, columnsOf, type Output } from './output.js';

/** Between two columns. */
const GAP = '  ';

/** The wide column keeps that much, while the others can give. */
const WIDE_KEEPS = 24;

/**
 * The lines of a table, none longer than the terminal is wide, and without lines between the cells: what is copied from a terminal
 * stays readable. None without rows.
 */
export function tableLines<Row>(
  { columns: terminal, colours }: Pick<Output, 'columns' | 'colours'>,
  rows: readonly Row[],
  columns: readonly Column<Row>[],
): string[] {
  if (rows.length === 0) return [];
  const room = terminal ?? Number.POSITIVE_INFINITY;
  const used = columnsOf(rows, columns).filter(({ from = 0 }) => from <= room);
  const cells = rows.map((row) => used.map((column) => cellText(column, row)));
  const widths = fitted(
    room - GAP.length * (used.length - 1),
    used.map(({ head }, i) => widest([head, ...cells.map((row) => row[i] ?? '')])),
    used.findIndex(({ isWide }) => isWide),
  );
  const line = (texts: readonly string[], style: (text: string) => string) =>
    texts
      .map((text, i) => {
        const width = widths[i] ?? 1;
        const cut = cutTo(width, text);
        return style(cut) + ' '.repeat(Math.max(0, width - stringWidth(cut)));
      })
      .join(GAP)
      .trimEnd();
  const heads = used.map(({ head }) => head);
  return [line(heads, colours.bold), ...cells.map((row) => line(row, (text) => text))];
}

const widest = (texts: readonly string[]) => Math.max(1, ...texts.map(stringWidth));

/** The widths of columns, at most `room` together: the wide one gives way first, then whichever is the widest. */
function fitted(room: number, natural: readonly number[], wide: number): number[] {
  const widths = natural.map((width) => Math.min(width, room));
  const over = () => widths.reduce((sum, width) => sum + width, 0) - room;
  const { [wide]: widest = 0 } = widths;
  if (wide >= 0 && over() > 0)
    widths[wide] = Math.max(Math.min(WIDE_KEEPS, widest), widest - over());
  while (over() > 0 && Math.max(...widths) > 1) {
    const most = Math.max(...widths);
    widths[widths.indexOf(most)] = most - 1;
  }
  return widths;
}

const graphemes = new Intl.Segmenter();

/** Code units that are looked at for each column: an emoji of several people has 11, and takes two. */
const UNITS_PER_COLUMN = 12;

/** A text on one line, of at most `width` columns of a terminal. It ends with `…` where it is cut. */
export function cutTo(width: number, text: string): string {
  const near = text.slice(0, (width + 1) * UNITS_PER_COLUMN);
  if (near.length === text.length && stringWidth(near) <= width) return text;
  let cut = '';
  let left = width - 1;
  for (const { segment } of graphemes.segment(near)) {
    left -= stringWidth(segment);
    if (left < 0) break;
    cut += segment;
  }
  return `${cut.trimEnd()}…`;
}
