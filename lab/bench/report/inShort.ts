import type { Results, TableName } from '../parts/part.js';
import type { Grid } from './grid.js';

/** A figure that a user feels: the row of a table that has it, and what it is compared with. */
interface Felt {
  readonly what: string;
  readonly table: TableName;
  readonly row: string;
  readonly unit: string;
  /** Another row of the table, whose figure is the floor. */
  readonly floor?: string;
}

const FELT: readonly Felt[] = [
  {
    what: 'a session starts',
    table: 'hooks',
    row: 'session start',
    unit: 'ms',
    floor: '`node -e 0`',
  },
  {
    what: 'the agent edits a file',
    table: 'hooks',
    row: 'edit: a note',
    unit: 'ms',
    floor: '`node -e 0`',
  },
  { what: 'a save', table: 'saves', row: '1 connection: p50, ms', unit: 'ms' },
  {
    what: 'a search in everything',
    table: 'searches',
    row: 'all of these everywhere, ms',
    unit: 'ms',
  },
  {
    what: 'a search in a small project',
    table: 'searches',
    row: 'all of these in a small project, ms',
    unit: 'ms',
  },
  { what: 'the context of a project', table: 'context', row: 'p50, ms', unit: 'ms' },
  { what: 'the service starts', table: 'start', row: 'ready, ms', unit: 'ms' },
  { what: 'memory under load', table: 'memory', row: 'after the searches, MB', unit: 'MB' },
  {
    what: 'disk for each note',
    table: 'disk',
    row: 'all files',
    unit: 'bytes',
    floor: 'its own text',
  },
];

/** The figures that a user feels, of the tables that were measured: half of the requests took at most this. */
export function inShort(tables: Results['tables']): Grid {
  const rows = FELT.flatMap(({ what, table, row, unit, floor }) => {
    const grid = tables[table];
    const [, own, ...others] = rowOf(grid, row) ?? [];
    if (grid === undefined || own === undefined) return [];
    const programs = grid.head.slice(2).flatMap((name, i) => {
      const value = others[i] ?? '';
      const isFigure = !/^(?:–|)$/.test(value) && !/^(?:Memory Vault|vault|p\d)/.test(name);
      return isFigure ? [`${name.replace(/, [\d,]+ notes$/, '')} ${value}`] : [];
    });
    const [, least] = (floor && rowOf(grid, floor)) || [];
    if (floor !== undefined && least !== undefined) programs.push(`${floor} ${least}`);
    return [[what, `${value(own)} ${unit}`, programs.join(', ')]];
  });
  return { head: ['', 'Memory Vault', 'measured against'], rows };
}

/** Of `2.51 / 8.35`, what half of them took. */
const value = (cell: string) => cell.split(' / ')[0] ?? cell;

const rowOf = (grid: Grid | undefined, name: string) =>
  grid?.rows.find(([first]) => first === name);
