/** What may be wrong with a log, by kind. */
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

/** One thing wrong with a log. */
export interface Problem {
  /** The event it concerns; null when it is none in particular. */
  readonly position: number | null;
  readonly kind: ProblemKind;
  readonly detail: string;
}

/** Told of every problem. */
export type Report = (kind: ProblemKind, position: number | null, detail: string) => void;

/** So many problems are told in full; the others are counted. */
const MOST_LISTED = 100;

/** Problems as they are found: the first of them in full, and how many there are in all. */
export interface ProblemList {
  readonly report: Report;
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
      if (listed.length < MOST_LISTED) listed.push({ position, kind, detail });
    },
  };
}
