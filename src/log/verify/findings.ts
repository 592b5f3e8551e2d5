import { MAX_LISTED, type Problem, type ProblemList, type Report } from './problem.js';

/** The problems of one walk through the events. Plain values, so that a thread can send them. */
export interface Findings {
  /** The first problems, each with the position of the event that was being read. */
  readonly first: readonly { readonly seenAt: number; readonly problem: Problem }[];
  readonly total: number;
}

/** A position after the last event. */
export const AT_THE_END = Number.MAX_SAFE_INTEGER;

/** Records problems during a walk through the events. */
export interface Notes {
  readonly report: Report;
  /** Call it before reading the event at a position. */
  lookAt(position: number): void;
}

/** A walk and its result (`gave`), which is undefined when the walk failed before its end. */
export interface Reading<T> {
  readonly gave: T | undefined;
  readonly findings: Findings;
}

/** Runs `work` and collects its problems. An exception counts as one more problem: `what` cannot be read. */
export function reading<T>(what: string, work: (notes: Notes) => T): Reading<T> {
  const first: { seenAt: number; problem: Problem }[] = [];
  let [seenAt, total] = [0, 0];
  const report: Report = (kind, position, detail) => {
    total += 1;
    if (first.length < MAX_LISTED) first.push({ seenAt, problem: { position, kind, detail } });
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

/** The message when something cannot be read. */
export function unreadable(what: string, error: unknown): string {
  return `${what} cannot be read: ${error instanceof Error ? error.message : String(error)}`;
}

/** Merges the problems of several walks in order of position, as if all had been found in one walk. */
export function listTogether(readings: readonly Reading<unknown>[], problems: ProblemList): void {
  // The sort is stable. A problem beyond the limit of its own walk would also be beyond the limit of the merged list.
  const first = readings
    .flatMap(({ findings }) => findings.first)
    .sort((a, b) => a.seenAt - b.seenAt);
  for (const { problem } of first) problems.report(problem.kind, problem.position, problem.detail);
  const total = readings.reduce((sum, { findings }) => sum + findings.total, 0);
  problems.leaveOut(total - first.length);
}
