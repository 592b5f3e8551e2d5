/** Everything that is measured, with its unit. The names are the same in each part of the report. */
export const FIGURES = {
  saves: '/s',
  'saves, to no-op': '×',
  'saves, to SQLite alone': '×',
  'save p50': 'ms',
  'save p99': 'ms',
  'CPU of a save': 'ms',
  'CPU of a save, to no-op': '×',
  'event-loop delay p99': 'ms',
  'commits of a save': '×',
  'written to disk for a save': 'KB',
  'no-op POST': '/s',
  'no-op p99': 'ms',
  'CPU of a no-op': 'ms',
  'cores busy with no-ops': '×',
  'SQLite alone': '/s',
  'import over HTTP': '/s',
  'import, to SQLite alone': '×',
  'healthz p50': 'ms',
  'search p50': 'ms',
  'search p99': 'ms',
  'CPU of a search': 'ms',
  'context p50': 'ms',
  'context p99': 'ms',
  'timeline p50': 'ms',
  'timeline p99': 'ms',
  'get p50': 'ms',
  'get p99': 'ms',
  'summary p50': 'ms',
  'summary p99': 'ms',
  'stats p50': 'ms',
  'stats p99': 'ms',
  'get in process p50': 'ms',
  'get in process p99': 'ms',
  'context in process p50': 'ms',
  'context in process p99': 'ms',
  'stats in process p50': 'ms',
  'stats in process p99': 'ms',
  'search p50 by kind': 'ms',
  'search p99 by kind': 'ms',
  'save p99, nothing else asked': 'ms',
  'save p99 among /healthz': 'ms',
  'save p99 among reads': 'ms',
  'save p99 among reads, to /healthz': '×',
  'saves among reads': '/s',
  'reads among saves': '/s',
  'CPU of a save, vault filled': 'ms',
  build: '/s',
  'build, to SQLite alone': '×',
  'rebuild and compare': '/s',
  verify: '/s',
  'verify, to hashing alone': '×',
  'verify with read models': '/s',
  ready: 'ms',
  'ready, to an empty vault': '×',
  'open in process': 'ms',
  'memory when ready': 'MB',
  'memory after reads': 'MB',
  'memory after saves and reads': 'MB',
  'memory, the most of these': 'MB',
  'log on disk': 'bytes/note',
  'read models on disk': 'bytes/note',
  'on disk': 'bytes/note',
  'on disk by table': 'bytes/note',
} as const satisfies Record<string, Unit>;

/** `×` is a ratio. */
type Unit = '/s' | '×' | 'ms' | 'KB' | 'MB' | 'bytes/note';

export type What = keyof typeof FIGURES;

/** One measured number, in the unit of its name. */
export interface Figure {
  readonly what: What;
  readonly value: number;
  /** Number of observations in the vault, for figures that depend on it. */
  readonly size?: number;
  readonly connections?: number;
  /** The kind of request, for figures by kind. */
  readonly kind?: string;
}
