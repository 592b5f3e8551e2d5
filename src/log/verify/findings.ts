import { MOST_LISTED, type Problem, type ProblemList, type Report } from './problem.js';

/** What one reading of the events found to be wrong. Plain values, so that a thread can hand them over. */
export interface Findings {
  /** The first of them, each with the event that was looked at when it was noticed. */
  readonly first: readonly { readonly seenAt: number; readonly problem: Problem }[];
  readonly total: number;
}

/** Behind the last event. */
export const AT_THE_END = Number.MAX_SAFE_INTEGER;

/** Takes down what is wrong, along the events. */
export interface Notes {
  readonly report: Report;
  /** Called before the event at a position is looked at. */
  lookAt(position: number): void;
}

/** A reading to its end or to where it could not go on, and what it gave; undefined when it did not end. */
export interface Reading<T> {
  readonly gave: T | undefined;
  readonly findings: Findings;
}

/** Reads `what` by `work`. That it cannot be read is one more problem. */
export function reading<T>(what: string, work: (notes: Notes) => T): Reading<T> {
  const first: { seenAt: number; problem: Problem }[] = [];
  let [seenAt, total] = [0, 0];
  const report: Report = (kind, position, detail) => {
    total += 1;
    if (first.length < MOST_LISTED) first.push({ seenAt, problem: { position, kind, detail } });
  };
  let gave: T | undefined;
  try {
    gave = work({
      report,
      lookAt(position) {
        seenAt = position;
      },
    });
  } catch (error) {
    report('unreadable', null, unreadable(what, error));
  }
  return { gave, findings: { first, total } };
}

/** What to say when something cannot be read. */
export function unreadable(what: string, error: unknown): string {
  return `${what} cannot be read: ${error instanceof Error ? error.message : String(error)}`;
}

/** Lists what readings of the same events found as if they had been one: at each event that of the first first. */
export function listTogether(readings: readonly Reading<unknown>[], problems: ProblemList): void {
  // Sorting is stable, and what is not among the first of its own reading is not among the first of all.
  const first = readings
    .flatMap(({ findings }) => findings.first)
    .sort((a, b) => a.seenAt - b.seenAt);
  for (const { problem } of first) problems.report(problem.kind, problem.position, problem.detail);
  const total = readings.reduce((sum, { findings }) => sum + findings.total, 0);
  problems.leaveOut(total - first.length);
}
