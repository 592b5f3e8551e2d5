import { once } from 'node:events';
import picocolors from 'picocolors';
import { unreachable } from '../../domain/unreachable.js';
import { nothingFound } from './exit.js';
import { shownLine } from './format.js';

/** How a verb can print what it found. */
export const FORMATS = ['table', 'md', 'json', 'ndjson'] as const;
export type Format = (typeof FORMATS)[number];

/** Where a verb prints, and what that can show. */
export interface Output {
  readonly format: Format;
  /** Whether somebody named the format. */
  readonly isFormatGiven: boolean;
  /** Of the terminal; undefined for a pipe or a file, where nothing has to be cut. */
  readonly columns: number | undefined;
  readonly colours: ReturnType<typeof picocolors.createColors>;
  /** Writes to standard output, and waits while its reader is slower. */
  write(text: string): Promise<void>;
  /** Tells whoever calls the verb something that is not its result: a line on standard error. */
  note(text: string): void;
}

/** The output of this process. Colours are off with `NO_COLOR` (any value), `--no-color`, a dumb terminal and a pipe. */
export function outputOf(
  { format, color = true }: { readonly format?: Format; readonly color?: boolean },
  env: NodeJS.ProcessEnv,
): Output {
  const { stdout } = process;
  const isTerminal = stdout.isTTY === true;
  const isColoured = isTerminal && color && !env.NO_COLOR && env.TERM !== 'dumb';
  return {
    format: format ?? (isTerminal ? 'table' : 'ndjson'),
    isFormatGiven: format !== undefined,
    columns: isTerminal ? stdout.columns || 80 : undefined,
    colours: picocolors.createColors(isColoured),
    async write(text) {
      if (!stdout.write(text)) await once(stdout, 'drain');
    },
    note: (text) => console.error(text),
  };
}

/** True for tables and Markdown, which people read; false for JSON, which holds everything exactly as the vault gave it. */
export const isForPeople = ({ format }: Pick<Output, 'format'>): boolean =>
  format === 'table' || format === 'md';

/** Prints one thing: as JSON exactly as it is, else the text that `forPeople` makes of it, which has to be safe to show. */
export async function printOne(
  output: Output,
  thing: unknown,
  forPeople: () => string,
): Promise<void> {
  if (isForPeople(output)) return output.write(`${forPeople().trimEnd()}\n`);
  await output.write(`${JSON.stringify(thing, null, output.format === 'json' ? 2 : 0)}\n`);
}

/** Says in one line what a verb has done; a program that wants the whole answer of the vault has to ask for JSON. */
export async function printResult(output: Output, answer: unknown, line: string): Promise<void> {
  if (output.isFormatGiven) return printOne(output, answer, () => line);
  await output.write(`${line}\n`);
}

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
      const { tableLines } = await import('./table.js');
      return output.write(linesOf(tableLines(output, rows, columns)));
    }
    default:
      return unreachable(format);
  }
}

/** Prints rows as `printRows`. Throws `Failed` (nothing found) behind them where there are none, with this sentence. */
export async function printFound<Row>(
  output: Output,
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  nothing: string,
): Promise<void> {
  await printRows(output, rows, columns);
  if (rows.length === 0) throw nothingFound(nothing);
}

/** Says what was done to one of several things: a line for people, else a row of JSON. */
export async function printDone(output: Output, line: string, row: object): Promise<void> {
  if (isForPeople(output)) await output.write(`${line}\n`);
  else await printRows(output, [row], []);
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
