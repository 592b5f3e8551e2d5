/** The kinds of problems of a log, with their descriptions. */
export const PROBLEM_KINDS = {
  unreadable: 'SQLite cannot read the file or a part of it',
  header: 'the header of the file differs from what SQLite writes',
  integrity: "SQLite's own check of pages, indexes and columns failed",
  schema: 'a table, index or trigger is missing, added or changed',
  gap: 'positions are missing',
  kind: 'this release does not know the type or schema of an event, or the log does not list it',
  id: 'an id is not a ULID or occurs twice, or the name of a stream is malformed',
  version: 'the versions of a stream have a gap',
  time: 'an event has an earlier time than the one before it',
  hash: 'the hash of an event does not match: it or an earlier event was changed',
  payload: 'a payload does not match the commitment of its event',
  body: 'a payload is not canonical JSON',
  erasure: 'a payload is missing although no event erased it, or is there although one did',
  dedup: 'a guard against duplicates is missing or does not follow from the events',
  idempotency: 'the answer to a retry is missing or does not follow from the events',
  redaction: 'a mark of a redaction is missing or does not follow from the events',
  head: 'the head (a record of how far the log goes) does not match the events, or was changed',
  copied: 'on a node: the record of which shared log it copies, and how far, was changed',
  shared: 'the shared log was changed, or differs from its copy',
  lost: 'other files of the vault know of events that the log lacks',
  views: 'the read models differ from a replay of the log',
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
const MAX_LISTED = 100;

/** The first problems that are reported, with details, and the number of all of them. */
export function problemList() {
  const listed: Problem[] = [];
  let total = 0;
  const report: Report = (kind, position, detail) => {
    total += 1;
    if (listed.length < MAX_LISTED) listed.push({ position, kind, detail });
  };
  return { listed, report, total: () => total };
}
