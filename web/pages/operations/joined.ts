import type { Operations } from 'memory-vault-client';

/** The points of one hour. */
const MOST_POINTS = 360;

/** The state with the points of before and those that are new. Without `before`, the update has all of them. */
export function joined(before: Operations | undefined, update: Operations): Operations {
  if (!before) return update;
  // Most messages bring none. The same list then spares drawing the charts again.
  if (update.points.length === 0) return { ...update, points: before.points };
  return { ...update, points: [...before.points, ...update.points].slice(-MOST_POINTS) };
}
