import { median } from '../../../tools/percentile.js';
import { digits } from '../../../tools/table.js';
import type { Grid } from '../report/grid.js';
import {
  CLUSTER_FIGURES,
  CLUSTER_GOALS,
  type ClusterFigure,
  type ClusterWhat,
} from './clusterFigure.js';

/** Of saves: a row for each number of nodes and connections. */
const COLUMNS: readonly (readonly [head: string, what: ClusterWhat])[] = [
  ['saves/s', 'saves'],
  ['to SQLite', 'saves, to SQLite'],
  ['CPU, ms', 'CPU of a save'],
  ['of that, PostgreSQL', 'of that, PostgreSQL'],
  ['CPU, to SQLite', 'CPU of a save, to SQLite'],
  ['p50, ms', 'save p50'],
  ['p99, ms', 'save p99'],
  ['p99, to SQLite', 'save p99, to SQLite'],
  ['SQLite saves/s', 'SQLite saves'],
  ['SQLite CPU, ms', 'SQLite CPU of a save'],
];

export function savesGrid(figures: readonly ClusterFigure[]): Grid {
  const loads = figures.filter(({ what }) => what === 'saves');
  return {
    head: ['nodes', 'connections', ...COLUMNS.map(([head]) => head)],
    rows: loads.map(({ nodes, connections }) => [
      String(nodes),
      String(connections),
      ...COLUMNS.map(([, what]) => said(figures.find(isAt({ what, nodes, connections })))),
    ]),
  };
}

export function othersGrid(figures: readonly ClusterFigure[]): Grid {
  const others = figures.filter(({ nodes }) => nodes === undefined);
  return {
    head: ['', 'measured', ''],
    rows: others.map((figure) => [figure.what, said(figure), CLUSTER_FIGURES[figure.what]]),
  };
}

export function goalsGrid(figures: readonly ClusterFigure[]): Grid {
  return {
    head: ['goal', 'at', 'bound', 'measured', ''],
    rows: CLUSTER_GOALS.map((goal) => {
      const { what, nodes, connections, bound, value } = goal;
      const at = nodes === undefined ? '' : `${nodes} node, ${connections} connections`;
      const unit = CLUSTER_FIGURES[what];
      const bounded = `${bound} ${value.toLocaleString('en')}${unit === '×' ? '' : ` ${unit}`}`;
      const figure = figures.find(isAt(goal));
      if (!figure) return [what, at, bounded, '–', 'not measured'];
      const measured = median(figure.values);
      const holds = bound === 'at least' ? measured >= value : measured <= value;
      return [what, at, bounded, said(figure), holds ? 'holds' : '**missed**'];
    }),
  };
}

type Place = Pick<ClusterFigure, 'what' | 'nodes' | 'connections'>;

const isAt =
  ({ what, nodes, connections }: Partial<Place>) =>
  (figure: ClusterFigure) =>
    figure.what === what && figure.nodes === nodes && figure.connections === connections;

/** The median of the rounds, and the least and the most of them. */
function said(figure: ClusterFigure | undefined): string {
  if (!figure) return '–';
  const { values } = figure;
  const middle = digits(median(values));
  if (values.length === 1) return middle;
  return `${middle} (${digits(Math.min(...values))}–${digits(Math.max(...values))})`;
}
