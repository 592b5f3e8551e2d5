/** Everything that is measured of a shared log, with its unit. `×` is a ratio to the SQLite engine in the same round. */
export const CLUSTER_FIGURES = {
  saves: '/s',
  'saves, to SQLite': '×',
  'CPU of a save': 'ms',
  'CPU of a save, to SQLite': '×',
  'of that, PostgreSQL': 'ms',
  'save p50': 'ms',
  'save p99': 'ms',
  'save p99, to SQLite': '×',
  'SQLite saves': '/s',
  'SQLite CPU of a save': 'ms',
  'lag until read p50': 'ms',
  'lag until read p99': 'ms',
  'lag until taken in p50': 'ms',
  'lag until taken in p99': 'ms',
  'take in': '/s',
  'copy and build from nothing': '/s',
  'catch up after a stop': '/s',
  'bytes of an event in PostgreSQL': 'bytes',
  'bytes of an event in a copy': 'bytes',
  'bytes of an event in read models': 'bytes',
  'longest silence at failover': 's',
} as const satisfies Record<string, Unit>;

type Unit = '/s' | '×' | 'ms' | 's' | 'bytes';

export type ClusterWhat = keyof typeof CLUSTER_FIGURES;

/** A figure with its value in each round. */
export interface ClusterFigure {
  readonly what: ClusterWhat;
  readonly values: readonly number[];
  readonly nodes?: number;
  readonly connections?: number;
}

/** Bounds on medians. */
export const CLUSTER_GOALS: readonly {
  readonly what: ClusterWhat;
  readonly nodes?: number;
  readonly connections?: number;
  readonly bound: 'at least' | 'at most';
  readonly value: number;
}[] = [
  { what: 'saves, to SQLite', nodes: 1, connections: 64, bound: 'at least', value: 0.5 },
  { what: 'lag until read p99', bound: 'at most', value: 50 },
  { what: 'lag until taken in p99', bound: 'at most', value: 50 },
  { what: 'take in', bound: 'at least', value: 20_000 },
  { what: 'longest silence at failover', bound: 'at most', value: 5 },
];
