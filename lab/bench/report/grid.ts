import { digits } from '../../../tools/table.js';
import { FIGURES, type Figure } from '../figure.js';
import type { Section } from './sections.js';

/** A table: a head, and rows that begin with a name. */
export interface Grid {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** The figures of a section, a column for each size or number of connections; undefined when there are none. */
export function grid({ by, rows }: Section, figures: readonly Figure[]): Grid | undefined {
  const shown = figures.filter(({ what }) => rows.includes(what));
  if (shown.length === 0) return undefined;
  const columns = [...new Set(shown.map((figure) => figure[by]))].sort((a = 0, b = 0) => a - b);
  const names = rows.flatMap((what) => {
    const kinds = shown.filter((figure) => figure.what === what).map(({ kind }) => kind);
    return [...new Set(kinds)].map((kind) => ({ what, kind }));
  });
  return {
    head: ['', ...columns.map((column) => headOf(by, column)), ''],
    rows: names.map(({ what, kind }) => [
      kind === undefined ? what : `${what.replace(' by kind', '')}: ${kind}`,
      ...columns.map((column) => {
        const figure = shown.find(
          (one) => one.what === what && one.kind === kind && one[by] === column,
        );
        return figure ? digits(figure.value) : '–';
      }),
      FIGURES[what] === '×' ? '' : FIGURES[what],
    ]),
  };
}

function headOf(by: Section['by'], column: number | undefined): string {
  if (column === undefined) return '';
  if (by === 'size') return `${column.toLocaleString('en')} notes`;
  return column === 1 ? '1 connection' : `${column}`;
}
