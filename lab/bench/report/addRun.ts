import type { Figure } from '../figure.js';
import type { Added, Run } from './page.js';

/**
 * The kept run with the figures of a later one, which took place on the same machine: what was measured again takes the
 * place of what was there, all kinds of a figure together. Throws when the machine is another one.
 */
export function addRun(kept: Run, later: Run, parts: readonly string[]): Run {
  requireSameMachine(kept.machine, later.machine);
  const again = new Set(later.figures.map(placeOf));
  const figures = [
    ...kept.figures.filter((figure) => !again.has(placeOf(figure))),
    ...later.figures,
  ];
  const sizesMeasured = sizesOf(later.figures);
  const added: Added = { date: later.date, parts, sizes: sizesMeasured };
  const earlier = (kept.added ?? []).filter((one) => !covers(added, one));
  return { ...kept, sizes: sizesOf(figures), figures, added: [...earlier, added] };
}

/** Throws when a run would be added to one of another machine: their figures cannot stand in one table. */
export function requireSameMachine(kept: string, now: string): void {
  const [before, here] = [kept, now].map((machine) => machine.split('\n')[0]);
  if (before === here) return;
  throw new Error(`the kept figures are of another machine (${before}, not ${here}): set --report`);
}

const placeOf = ({ what, size, connections }: Figure) => `${what}|${size}|${connections}`;

const sizesOf = (figures: readonly Figure[]) =>
  [...new Set(figures.flatMap(({ size }) => size ?? []))].sort((a, b) => a - b);

const covers = (later: Added, earlier: Added) =>
  earlier.parts.every((part) => later.parts.includes(part)) &&
  earlier.sizes.every((size) => later.sizes.includes(size));
