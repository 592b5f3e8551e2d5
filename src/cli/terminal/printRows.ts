import { unreachable } from '../../domain/unreachable.js';
import { type Column, cellText, columnsOf } from './column.js';
import type { Output } from './output.js';

/**
 * Prints rows in the format of an output. Tables and Markdown show short, safe texts; JSON and NDJSON hold each row exactly
 * as the vault gave it.
 */
export async function printRows<Row>(
  output: Output,
  rows: readonly Row[],
  columns: readonly Column<Row>[],
): Promise<void> {
  const { format } = output;
  switch (format) {
    case 'ndjson':
      for (const row of rows) await output.write(`${JSON.stringify(row)}\n`);
      return;
    case 'json':
      return output.write(`${JSON.stringify(rows, null, 2)}\n`);
    case 'md':
      return output.write(linesOf(markdownLines(rows, columns)));
    case 'table': {
      // A pipe does not wait for the library.
      const { tableLines } = await import('./tableLines.js');
      return output.write(linesOf(tableLines(output, rows, columns)));
    }
    default:
      return unreachable(format);
  }
}

const linesOf = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('');

function markdownLines<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string[] {
  if (rows.length === 0) return [];
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const escaped = (text: string) => text.replace(/[\\|]/g, '\\$&');
  const used = columnsOf(rows, columns);
  return [
    line(used.map(({ head }) => head)),
    line(used.map(() => '---')),
    ...rows.map((row) => line(used.map((column) => escaped(cellText(column, row))))),
  ];
}
