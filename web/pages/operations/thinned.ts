import type { OperationsPoint } from 'memory-vault-client';
import type { Line } from './lines.js';

/** What is drawn: times in seconds since 1970, and as many values for each line. */
export interface Drawn {
  readonly times: readonly number[];
  readonly values: readonly (readonly (number | null)[])[];
}

/** As many points as can be told apart on a small chart. */
const MOST = 120;

/**
 * The points as they are drawn. Where there are too many, those that follow each other are taken together, always the same
 * ones, so that a line does not change its form when a point is added.
 */
export function thinned(lines: readonly Line[], points: readonly OperationsPoint[]): Drawn {
  const span = Math.ceil(points.length / MOST) * POINT_SECONDS;
  const groups = new Map<number, OperationsPoint[]>();
  for (const point of points) {
    const key = Math.ceil(secondsOf(point) / span) * span;
    groups.set(key, [...(groups.get(key) ?? []), point]);
  }
  const together = [...groups.values()];
  return {
    times: together.map((group) => secondsOf(group.at(-1))),
    values: lines.map((line) => together.map((group) => valueTogether(line, group))),
  };
}

const POINT_SECONDS = 10;

const secondsOf = (point: OperationsPoint | undefined) => Date.parse(point?.at ?? '') / 1000;

function valueTogether({ read, together }: Line, group: readonly OperationsPoint[]): number | null {
  const values = group.map(read).filter((value) => value !== null);
  if (values.length === 0) return null;
  if (together === 'highest') return values.reduce((a, b) => Math.max(a, b));
  return values.reduce((a, b) => a + b) / values.length;
}
