import type { Fault } from './faults.js';

/** A fault, and how long after the end of the one before it, in ms. */
export interface Planned {
  readonly pause: number;
  readonly fault: Fault;
}

/** Draws a plan whose faults take about so many ms together. */
export function faultPlan(random: () => number, ms: number): readonly Planned[] {
  const plan: Planned[] = [];
  let planned = 0;
  const between = (least: number, most: number) => Math.round(least + random() * (most - least));
  while (planned < ms) {
    const fault = draw(between);
    const pause = between(100, 1000);
    plan.push({ pause, fault });
    planned += pause + ('ms' in fault ? fault.ms : 0);
  }
  return plan;
}

/** How likely each fault is, and how it is drawn. */
const FAULTS: readonly (readonly [share: number, (between: Between) => Fault])[] = [
  [3, (b) => ({ kind: 'a node is killed', node: b(0, 99), ms: b(0, 1000), loses: b(0, 2) === 0 })],
  [2, (b) => ({ kind: 'a node is cut off', node: b(0, 99), ms: b(500, 4000), how: 'hangs' })],
  [2, (b) => ({ kind: 'a node is cut off', node: b(0, 99), ms: b(500, 4000), how: 'refuses' })],
  [
    3,
    (b) => ({ kind: 'a node is cut off', node: b(0, 99), ms: b(200, 1500), how: 'loses answers' }),
  ],
  [1, (b) => ({ kind: 'a node that holds the end is frozen', ms: b(5500, 7000) })],
  [2, (b) => ({ kind: 'the primary freezes the holder of the end', ms: b(500, 3000) })],
  [2, (b) => ({ kind: 'the primary crashes and starts again', ms: b(0, 1000) })],
  [3, (b) => ({ kind: 'the primary is lost', ms: b(0, 500) })],
  [2, (b) => ({ kind: 'the standby is cut off', ms: b(500, 3000) })],
  [2, (b) => ({ kind: 'a commit that waits for the standby is cancelled', ms: b(500, 2000) })],
  [2, () => ({ kind: 'all connections are cut' })],
];

type Between = (least: number, most: number) => number;

function draw(between: Between): Fault {
  let left = between(
    1,
    FAULTS.reduce((sum, [share]) => sum + share, 0),
  );
  for (const [share, make] of FAULTS) {
    left -= share;
    if (left <= 0) return make(between);
  }
  return { kind: 'all connections are cut' };
}

/** A plan as text, a fault a line. */
export const planText = (plan: readonly Planned[]): string =>
  plan
    .map(({ pause, fault: { kind, ...rest } }) => `${pause} ms: ${kind} ${JSON.stringify(rest)}`)
    .join('\n');
