import type { Figure, What } from './figure.js';

/** A figure at a size. */
export interface Point {
  readonly size: number;
  readonly cost: number;
}

/**
 * The exponent k of the best fit cost ~ size^k: 0 for a constant cost, 1 for a cost that doubles with the size. NaN
 * with fewer than two sizes.
 */
export function exponent(points: readonly Point[]): number {
  const logs = points.map(({ size, cost }) => ({ x: Math.log(size), y: Math.log(cost) }));
  const mean = (of: (log: (typeof logs)[number]) => number) =>
    logs.reduce((sum, log) => sum + of(log), 0) / logs.length;
  const [x, y] = [mean((log) => log.x), mean((log) => log.y)];
  const spread = mean((log) => (log.x - x) ** 2);
  return spread === 0 ? Number.NaN : mean((log) => (log.x - x) * (log.y - y)) / spread;
}

/** A figure whose growth is computed. `rate`: it is work per second, and the cost is the time for all of the work. */
interface Cost {
  readonly what: What;
  readonly rate?: true;
  /** The expected exponent: that of the work itself. */
  readonly work: number;
}

/** The exponent of a search that takes twice as long in ten times as many notes. */
const TWICE_IN_TEN = Math.log10(2);

export const COSTS: readonly Cost[] = [
  { what: 'CPU of a save, vault filled', work: 0 },
  { what: 'search p50', work: TWICE_IN_TEN },
  { what: 'search p99', work: TWICE_IN_TEN },
  { what: 'CPU of a search', work: TWICE_IN_TEN },
  ...(
    [
      'context p50',
      'timeline p50',
      'get p50',
      'summary p50',
      'stats p50',
      'get in process p99',
      'context in process p99',
      'stats in process p99',
      'ready',
      'open in process',
      'memory, the most of these',
      'on disk',
    ] as const
  ).map((what) => ({ what, work: 0 })),
  { what: 'build', rate: true, work: 1 },
  { what: 'rebuild and compare', rate: true, work: 1 },
  { what: 'verify', rate: true, work: 1 },
  { what: 'verify with read models', rate: true, work: 1 },
];

/** How a cost grew from the smallest size to the largest. */
export interface Growth {
  readonly what: What;
  readonly exponent: number;
  readonly work: number;
  /** True when it grows faster than the work, by more than two measurements differ. */
  readonly faster: boolean;
}

const DOUBT = 0.15;

/** The growth of every cost that was measured at more than one size. */
export function growths(figures: readonly Figure[]): readonly Growth[] {
  return COSTS.flatMap(({ what, rate, work }) => {
    const points = figures
      .filter((figure) => figure.what === what)
      .flatMap(({ size, value }) =>
        size === undefined ? [] : [{ size, cost: rate ? size / value : value }],
      );
    const fitted = exponent(points);
    if (Number.isNaN(fitted)) return [];
    return [{ what, exponent: fitted, work, faster: fitted > work + DOUBT }];
  });
}
