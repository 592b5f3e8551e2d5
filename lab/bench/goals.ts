import type { Figure, What } from './figure.js';

/** A bound on a figure: everywhere it is measured, or only at the given size or number of connections. */
export interface Goal {
  readonly what: What;
  readonly bound: 'at most' | 'at least';
  readonly value: number;
  readonly size?: number;
  readonly connections?: number;
}

const MILLION = 1_000_000;

export const GOALS: readonly Goal[] = [
  { what: 'CPU of a save', connections: 1, bound: 'at most', value: 0.55 },
  { what: 'written to disk for a save', connections: 1, bound: 'at most', value: 24 },
  { what: 'written to disk for a save', connections: 64, bound: 'at most', value: 10 },
  { what: 'saves, to no-op', connections: 1, bound: 'at least', value: 0.22 },
  { what: 'saves, to no-op', connections: 16, bound: 'at least', value: 0.3 },
  { what: 'saves, to no-op', connections: 64, bound: 'at least', value: 0.5 },
  { what: 'saves, to no-op', connections: 256, bound: 'at least', value: 0.5 },
  { what: 'event-loop delay p99', connections: 64, bound: 'at most', value: 15 },
  { what: 'save p99 among reads, to /healthz', bound: 'at most', value: 2 },
  { what: 'CPU of a search', size: 10_000, bound: 'at most', value: 1.2 },
  { what: 'CPU of a search', size: 100_000, bound: 'at most', value: 2.5 },
  // The worst kind counts: one that is slow is not hidden by many that are fast.
  { what: 'search p50 by kind', size: 100_000, bound: 'at most', value: 2 },
  { what: 'search p99 by kind', size: 100_000, bound: 'at most', value: 12 },
  { what: 'search p50 by kind', size: MILLION, bound: 'at most', value: 4 },
  { what: 'search p99 by kind', size: MILLION, bound: 'at most', value: 25 },
  { what: 'get in process p99', size: MILLION, bound: 'at most', value: 1 },
  { what: 'context in process p99', size: MILLION, bound: 'at most', value: 1 },
  { what: 'stats in process p99', size: MILLION, bound: 'at most', value: 1 },
  { what: 'build', bound: 'at least', value: 40_000 },
  { what: 'verify', bound: 'at least', value: 120_000 },
  { what: 'ready', size: MILLION, bound: 'at most', value: 500 },
  { what: 'memory after saves and reads', size: 100_000, bound: 'at most', value: 130 },
  { what: 'memory after saves and reads', size: MILLION, bound: 'at most', value: 170 },
  { what: 'on disk', bound: 'at most', value: 1900 },
];

/** The result of a goal; `measured` is the worst of the figures that it applies to. */
export type Verdict = Goal &
  (
    | { readonly state: 'not measured' }
    | { readonly state: 'holds' | 'missed'; readonly measured: Figure }
  );

/** Checks goals against the measured figures. */
export function judge(goals: readonly Goal[], figures: readonly Figure[]): readonly Verdict[] {
  return goals.map((goal) => {
    const about = figures.filter(
      ({ what, size, connections }) =>
        what === goal.what &&
        (goal.size === undefined || goal.size === size) &&
        (goal.connections === undefined || goal.connections === connections),
    );
    // The distance past the bound; NaN counts as the worst.
    const excess = ({ value }: Figure) => {
      const over = goal.bound === 'at most' ? value - goal.value : goal.value - value;
      return Number.isNaN(over) ? Number.POSITIVE_INFINITY : over;
    };
    const [measured] = about.toSorted((a, b) => excess(b) - excess(a));
    if (measured === undefined) return { ...goal, state: 'not measured' };
    return { ...goal, state: excess(measured) <= 0 ? 'holds' : 'missed', measured };
  });
}
