import { type ObservationRow, redactionsOf, tagsOf } from './observationRow.js';
import type { View } from './projection.js';

/**
 * Numbers of observations by dimension, key and wall, for each project (by its `projectKey`) and for the whole vault
 * (`project` is empty, which is no valid name). The dimension `project` counts the spellings of a project. Statistics add up the walls that their reader may see, and need not count rows. A count of 0 has no
 * row.
 */
export const OBSERVATION_COUNTS = `
  CREATE TABLE observation_counts (
    project   TEXT NOT NULL,
    dimension TEXT NOT NULL,
    key       TEXT NOT NULL,
    wall      TEXT NOT NULL,
    count     INTEGER NOT NULL,
    PRIMARY KEY (project, dimension, key, wall)
  ) STRICT, WITHOUT ROWID;`;

/** The `project` of counts of the whole vault. */
export const WHOLE_VAULT = '';

export type CountDimension =
  | 'total'
  | 'type'
  | 'project'
  | 'team'
  | 'country'
  | 'day'
  | 'session'
  | 'author'
  | 'tag'
  | 'redaction';

/** A row of `observation_counts`. */
export interface ObservationCountRow {
  readonly project: string;
  readonly dimension: CountDimension;
  readonly key: string;
  /** `wallOf` the team of these notes. */
  readonly wall: string;
  readonly count: number;
}

/** What counts are kept for: everything of a row but the number. */
type Counted = Omit<ObservationCountRow, 'count'>;

/** Adds an observation to the counts (`by` is 1) or subtracts it (-1). */
export function countNote(view: View, row: ObservationRow, by: 1 | -1): void {
  const { wall } = row;
  const vault: [CountDimension, string | null][] = [
    ['total', ''],
    ['type', row.type],
    ['day', dayOf(row.created_at)],
    ['team', row.team],
    ['country', row.country],
    ['session', row.session_id],
  ];
  for (const [dimension, key] of vault) {
    if (key !== null) add(view, { project: WHOLE_VAULT, dimension, key, wall }, by);
  }
  const { project_key: project, author } = row;
  if (project === null || row.project === null) return;
  add(view, { project, dimension: 'project', key: row.project, wall }, by);
  add(view, { project, dimension: 'type', key: row.type, wall }, by);
  if (author !== null) add(view, { project, dimension: 'author', key: author, wall }, by);
  for (const key of tagsOf(row)) add(view, { project, dimension: 'tag', key, wall }, by);
}

/** Adds the redactions of a revision to the counts (`by` is 1) or subtracts them (-1). */
export function countRedactions(view: View, row: ObservationRow, by: 1 | -1): void {
  const { wall } = row;
  for (const { kind, count } of redactionsOf(row)) {
    add(view, { project: WHOLE_VAULT, dimension: 'redaction', key: kind, wall }, by * count);
  }
}

/** Changes that are not yet written. They are collected because notes that are saved together often share their keys. */
const changes = new WeakMap<View, Map<string, Counted & { by: number }>>();

function add(view: View, counted: Counted, by: number): void {
  const counts = changes.get(view) ?? new Map();
  changes.set(view, counts);
  const { project, dimension, key, wall } = counted;
  // Unambiguous: no dimension contains a space, and no name a NUL.
  const name = `${dimension} ${project}\0${key}\0${wall}`;
  const before = counts.get(name);
  if (before) before.by += by;
  else counts.set(name, { ...counted, by });
}

/** Writes all changes of a transaction. Call it once before the commit. */
export function writeCounts(view: View): void {
  for (const { project, dimension, key, wall, by } of changes.get(view)?.values() ?? []) {
    if (by !== 0) write(view, [project, dimension, key, wall, by]);
  }
  changes.delete(view);
}

function write(view: View, row: [string, CountDimension, string, string, number]): void {
  view.run(
    `INSERT INTO observation_counts VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET count = count + excluded.count`,
    row,
  );
  const [project, dimension, key, wall, by] = row;
  if (by > 0) return;
  view.run(
    `DELETE FROM observation_counts
     WHERE project = ? AND dimension = ? AND key = ? AND wall = ? AND count = 0`,
    [project, dimension, key, wall],
  );
}

/** `YYYY-MM-DD` in UTC. */
function dayOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10);
}
