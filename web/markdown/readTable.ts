import type { Bounds } from './bounds.js';
import { readInline } from './readInline.js';
import type { ReadTo } from './readTo.js';
import type { Block, Row } from './tokens.js';

/** A table, if one begins there (`columnsOf`). */
export function readTable(lines: readonly string[], from: number, bounds: Bounds): ReadTo<Block> {
  const columns = columnsOf(lines[from] ?? '', lines[from + 1]);
  const rowOf = (line: string): Row => {
    const cells = cellsOf(line);
    // What stands in too many cells is not lost: it is in the last one.
    const fitting = [...cells.slice(0, columns - 1), cells.slice(columns - 1).join(' | ')];
    bounds.part();
    return fitting.map((cell) => {
      bounds.part();
      return readInline(cell, bounds);
    });
  };
  const head = rowOf(lines[from] ?? '');
  const rows: Row[] = [];
  let next = from + 2;
  while (next < lines.length && (lines[next] ?? '').includes('|')) {
    rows.push(rowOf(lines[next] ?? ''));
    next += 1;
  }
  return { value: { kind: 'table', head, rows }, next };
}

/** The cells of a line of a table; a `|` with a backslash before it is text. */
export function cellsOf(line: string): readonly string[] {
  const cells: string[] = [];
  let cell = '';
  const trimmed = line.trim();
  for (let at = trimmed.startsWith('|') ? 1 : 0; at < trimmed.length; at += 1) {
    const char = trimmed[at] ?? '';
    if (char === '\\' && trimmed[at + 1] === '|') {
      cell += '|';
      at += 1;
    } else if (char === '|') {
      cells.push(cell.trim());
      cell = '';
    } else {
      cell += char;
    }
  }
  if (cell.trim() !== '' || cells.length === 0) cells.push(cell.trim());
  return cells;
}

/** How many columns a table has that begins at this line; 0 when none does. */
export function columnsOf(line: string, next: string | undefined): number {
  if (next === undefined || !line.includes('|') || !/^[ \t]*[|:-]/.test(next)) return 0;
  if (!/^[-|: \t]+$/.test(next)) return 0;
  const rules = cellsOf(next);
  const isTable = rules.every((one) => /^:?-+:?$/.test(one));
  return isTable && rules.length === cellsOf(line).length ? rules.length : 0;
}
