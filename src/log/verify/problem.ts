/** The kinds of problems of a log, with their descriptions. */
export const PROBLEM_KINDS = {
  unreadable: 'SQLite cannot read the file, or a part of it',
  header: 'the header of the file is not as SQLite writes it',
  integrity: "SQLite's own check of pages, indexes and columns",
  schema: 'a table, index or trigger is missing, added or changed',
  gap: 'positions are missing',
  kind: 'an event of a type or schema that this release does not know, or that the log does not list',
  id: 'an id that is no ULID or stands twice, or a stream whose name is none',
  version: 'the versions of a stream have a gap',
  time: 'time goes back',
  hash: 'an event does not hash to what is chained: it was changed, or one before it',
  payload: 'a payload is not what its event has committed to',
  body: 'a payload is not the canonical JSON that is written',
  erasure: 'a payload is gone that nothing erased, or still there though something did',
  orphan: 'a payload without its event',
  dedup: 'a guard against duplicates that the events do not tell, or that is missing',
  idempotency: 'the answer to a retry that the events do not tell, or that is missing',
  redaction: 'a mark of a redaction that the events do not tell, or that is missing',
  head: 'the log does not end where its head says, or the head is not as it was written',
  views: 'the read models do not hold what the log tells',
  checkpoint: 'the log does not extend a checkpoint',
} as const;
export type ProblemKind = keyof typeof PROBLEM_KINDS;

/** One problem of a log. */
export interface Problem {
  /** The event with the problem; null when it concerns no single event. */
  readonly position: number | null;
  readonly kind: ProblemKind;
  readonly detail: string;
}

/** Records a problem. */
export type Report = (kind: ProblemKind, position: number | null, detail: string) => void;

/** Number of problems that are listed with details. Further ones are only counted. */
export const MAX_LISTED = 100;

/** The first problems with details, and the number of all problems. */
export interface ProblemList {
  readonly report: Report;
  /** Adds to the number of problems without listing any. */
  leaveOut(count: number): void;
  readonly listed: readonly Problem[];
  total(): number;
}

export function problemList(): ProblemList {
  const listed: Problem[] = [];
  let total = 0;
  return {
    listed,
    total: () => total,
    report(kind, position, detail) {
      total += 1;
      if (listed.length < MAX_LISTED) listed.push({ position, kind, detail });
    },
    leaveOut(count) {
      total += count;
    },
  };
}
