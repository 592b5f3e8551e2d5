import { type ObservationRow, redactionsOf, tagsOf } from './observationRow.js';
import type { View } from './projection.js';

/**
 * Numbers of observations by dimension, key and wall, for each project (by its `projectKey`) and for the whole vault
 * (`project` is empty, which is no valid name). The dimension `project` counts the spellings of a project. Statistics add
 * up the walls that their reader may see, and need not count rows. A count of 0 has no row. The dimension `bytes` is the length of
 * all notes, by which searches compare that of one.
 *
 * Queries read the view `observation_counts`. Its rows are stored by the number of their project and dimension: a project
 * has thousands of tags, and its name in each of their rows took half of the pages that a save touches here.
 */
export const COUNT_TABLES = {
  count_groups: `
    CREATE TABLE count_groups (
      number    INTEGER PRIMARY KEY,
      dimension TEXT NOT NULL,
      project   TEXT NOT NULL,
      UNIQUE (dimension, project)
    ) STRICT;`,
  counts: `
    CREATE TABLE counts (
      number INTEGER NOT NULL,
      key    TEXT NOT NULL,
      wall   TEXT NOT NULL,
      count  INTEGER NOT NULL,
      PRIMARY KEY (number, key, wall)
    ) STRICT, WITHOUT ROWID;
    CREATE VIEW observation_counts AS
      SELECT project, dimension, key, wall, count FROM count_groups JOIN counts USING (number);`,
};

/** The numbers of groups are left out: they depend on what was there before and is forgotten. */
export const COUNT_DUMPS = {
  count_groups: 'SELECT dimension, project FROM count_groups ORDER BY dimension, project',
  counts: 'SELECT * FROM observation_counts ORDER BY project, dimension, key, wall',
};

/** The `project` of counts of the whole vault. */
export const WHOLE_VAULT = '';

export type CountDimension =
  | 'total'
  | 'bytes'
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
  const bytes = { dimension: 'bytes', key: '', wall } as const;
  add(view, { ...bytes, project: WHOLE_VAULT }, by * row.bytes);
  const { project_key: project, author } = row;
  if (project === null || row.project === null) return;
  add(view, { project, dimension: 'project', key: row.project, wall }, by);
  add(view, { ...bytes, project }, by * row.bytes);
  add(view, { project, dimension: 'type', key: row.type, wall }, by);
  add(view, { project, dimension: 'day', key: dayOf(row.created_at), wall }, by);
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

/** Changes of the counts of one dimension, of a project or of the whole vault. */
interface Group extends Pick<ObservationCountRow, 'project' | 'dimension'> {
  readonly changes: Map<string, Change>;
}

interface Change extends Pick<ObservationCountRow, 'key' | 'wall'> {
  by: number;
}

/** Changes that are not yet written. They are collected because notes that are saved together often share their keys. */
const collected = new WeakMap<View, Map<string, Group>>();

function add(
  view: View,
  { project, dimension, key, wall }: Omit<ObservationCountRow, 'count'>,
  by: number,
): void {
  const groups = collected.get(view) ?? new Map<string, Group>();
  collected.set(view, groups);
  // Unambiguous: no dimension contains a space, and no name a NUL.
  const name = `${dimension} ${project}`;
  const { changes } = groups.get(name) ?? { changes: new Map<string, Change>() };
  if (changes.size === 0) groups.set(name, { project, dimension, changes });
  const place = `${key}\0${wall}`;
  const before = changes.get(place);
  if (before) before.by += by;
  else changes.set(place, { key, wall, by });
}

/** Writes all changes of a transaction. Call it once before the commit. */
export function writeCounts(view: View): void {
  for (const group of collected.get(view)?.values() ?? []) {
    const changes = [...group.changes.values()].filter(({ by }) => by !== 0);
    if (changes.length > 0) write(view, numberOf(view, group), changes);
  }
  collected.delete(view);
}

/** The number of a group, which gets one when it has none. */
function numberOf(view: View, { project, dimension }: Group): number {
  const group = [dimension, project];
  const known = 'SELECT number FROM count_groups WHERE dimension = ? AND project = ?';
  const added = 'INSERT INTO count_groups (dimension, project) VALUES (?, ?) RETURNING number';
  const row =
    view.get<{ number: number }>(known, group) ?? view.get<{ number: number }>(added, group);
  if (!row) throw new Error(`the counts of ${dimension} have no number`);
  return row.number;
}

function write(view: View, number: number, changes: readonly Change[]): void {
  for (const { key, wall, by } of changes) {
    view.run(
      `INSERT INTO counts VALUES (?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET count = count + excluded.count`,
      [number, key, wall, by],
    );
    if (by > 0) continue;
    const empty = 'DELETE FROM counts WHERE number = ? AND key = ? AND wall = ? AND count = 0';
    view.run(empty, [number, key, wall]);
  }
  if (changes.every(({ by }) => by > 0)) return;
  // The name of a project whose notes are all forgotten goes with them.
  view.run(
    `DELETE FROM count_groups
     WHERE number = :number AND NOT EXISTS (SELECT 1 FROM counts WHERE number = :number)`,
    { number },
  );
}

/** `YYYY-MM-DD` in UTC. */
function dayOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10);
}
