import { type ObservationRow, redactionsOf, tagsOf } from './observationRow.js';
import type { View } from './projection.js';

/**
 * Numbers of observations by dimension and key, for each project and for the whole vault (`project` is empty, which is
 * no valid name). Statistics read them and need not count rows. A count of 0 has no row.
 */
export const OBSERVATION_COUNTS = `
  CREATE TABLE observation_counts (
    project   TEXT NOT NULL,
    dimension TEXT NOT NULL,
    key       TEXT NOT NULL,
    count     INTEGER NOT NULL,
    PRIMARY KEY (project, dimension, key)
  ) STRICT, WITHOUT ROWID;`;

/** For the most frequent keys of a project. */
export const COUNTS_BY_COUNT = `
  CREATE INDEX observation_counts_by_count
    ON observation_counts (project, dimension, count DESC, key);`;

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
  readonly count: number;
}

/** Adds an observation to the counts (`by` is 1) or subtracts it (-1). */
export function countNote(view: View, row: ObservationRow, by: 1 | -1): void {
  const vault: [CountDimension, string | null][] = [
    ['total', ''],
    ['type', row.type],
    ['day', dayOf(row.created_at)],
    ['project', row.project],
    ['team', row.team],
    ['country', row.country],
    ['session', row.session_id],
  ];
  for (const [dimension, key] of vault) {
    if (key !== null) add(view, WHOLE_VAULT, dimension, key, by);
  }
  if (row.project === null) return;
  add(view, row.project, 'type', row.type, by);
  if (row.author !== null) add(view, row.project, 'author', row.author, by);
  for (const tag of tagsOf(row)) add(view, row.project, 'tag', tag, by);
}

/** Adds the redactions of a revision to the counts (`by` is 1) or subtracts them (-1). */
export function countRedactions(view: View, row: ObservationRow, by: 1 | -1): void {
  for (const { kind, count } of redactionsOf(row)) {
    add(view, WHOLE_VAULT, 'redaction', kind, by * count);
  }
}

/** Changes that are not yet written. They are collected because notes that are saved together often share their keys. */
const changes = new WeakMap<
  View,
  Map<string, Omit<ObservationCountRow, 'count'> & { by: number }>
>();

function add(
  view: View,
  project: string,
  dimension: CountDimension,
  key: string,
  by: number,
): void {
  const counts = changes.get(view) ?? new Map();
  changes.set(view, counts);
  // Unambiguous: no dimension contains a space, and no name a NUL.
  const name = `${dimension} ${project}\0${key}`;
  const before = counts.get(name);
  if (before) before.by += by;
  else counts.set(name, { project, dimension, key, by });
}

/** Writes all changes of a transaction. Call it once before the commit. */
export function writeCounts(view: View): void {
  for (const { project, dimension, key, by } of changes.get(view)?.values() ?? []) {
    if (by !== 0) write(view, [project, dimension, key, by]);
  }
  changes.delete(view);
}

function write(view: View, row: [string, CountDimension, string, number]): void {
  view.run(
    `INSERT INTO observation_counts VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET count = count + excluded.count`,
    row,
  );
  const [project, dimension, key, by] = row;
  if (by > 0) return;
  view.run(
    `DELETE FROM observation_counts WHERE project = ? AND dimension = ? AND key = ? AND count = 0`,
    [project, dimension, key],
  );
}

/** `YYYY-MM-DD` in UTC. */
function dayOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10);
}
