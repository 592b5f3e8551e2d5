import canonical from 'fast-json-stable-stringify';
import { wallOf } from '../domain/caller.js';
import { projectKey } from '../domain/names.js';
import type {
  NoteEventType,
  ObservationSaved,
  Origin,
  PinFact,
  PinnedNote,
} from '../events/observation.js';
import { secondsOf } from '../events/recorded.js';
import {
  COUNT_DUMPS,
  COUNT_TABLES,
  countNote,
  countRedactions,
  writeCounts,
} from './observationCounts.js';
import {
  aboutTexts,
  OBSERVATION_COLUMNS,
  OBSERVATIONS_TABLE,
  type ObservationRow,
} from './observationRow.js';
import type { Handler, Projection, View } from './projection.js';
import {
  index,
  SEARCH_CONTRADICTIONS,
  SEARCH_DUMPS,
  SEARCH_IN_BULK,
  SEARCH_TABLES,
  unindex,
  wipeIndex,
} from './searchIndex.js';

/** Tables of the read model `observations`, with one row for each link and each pin, so that any moment can be asked for. */
export const LINK_TABLES = {
  supersedings: `
    CREATE TABLE supersedings (
      position INTEGER PRIMARY KEY,
      id TEXT NOT NULL,
      wall TEXT NOT NULL,
      superseded TEXT NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX supersedings_by_id ON supersedings (id);
    CREATE INDEX supersedings_by_superseded ON supersedings (superseded, position);`,
  pins: `
    CREATE TABLE pins (
      position INTEGER PRIMARY KEY,
      until INTEGER,
      id TEXT NOT NULL,
      project_key TEXT,
      wall TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      first INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX pins_by_id ON pins (id, position);
    CREATE INDEX pins_by_project ON pins (project_key, created_at, first);
    CREATE INDEX pins_by_time ON pins (created_at, first);`,
};

const HANDLERS = {
  'observation.saved': (view, event) => {
    const { data, position, meta } = event;
    const recorded_at = secondsOf(event);
    insert(view, {
      position,
      first: position,
      until: null,
      id: data.id,
      revision: 1,
      session_id: data.session_id,
      project: data.project ?? null,
      project_key: data.project === undefined ? null : projectKey(data.project),
      team: data.team ?? null,
      country: data.country ?? null,
      wall: wallOf(data.team),
      type: data.type,
      ...aboutTexts(data),
      title: data.title,
      content: data.content,
      tags: JSON.stringify(data.tags),
      author: data.author ?? null,
      saved_by: meta.actor,
      created_at: data.created_at ?? recorded_at,
      recorded_at,
      redactions: canonical(data.redactions),
      origin: originOf(data.origin),
    });
    linkSaved(view, position, data);
  },
  'observation.revised': (view, event) => {
    const { data, position } = event;
    // By position, which the index has: an import may bring thousands of revisions of one note.
    const before = view.get<ObservationRow>(
      'SELECT * FROM observations WHERE id = ? ORDER BY position DESC LIMIT 1',
      [data.id],
    );
    if (!before) throw new Error(`observation ${data.id} was revised before it was saved`);
    view.run('UPDATE observations SET until = ? WHERE position = ?', [position, before.position]);
    countNote(view, before, -1);
    insert(view, {
      ...before,
      position,
      revision: before.revision + 1,
      type: data.type,
      ...aboutTexts(data),
      title: data.title,
      content: data.content,
      tags: JSON.stringify(data.tags),
      recorded_at: secondsOf(event),
      redactions: canonical(data.redactions),
    });
  },
  'observation.forgotten': (view, { data }) => {
    // None where the log is replayed: what was forgotten is not in it any more.
    const rows = view.all<ObservationRow>('SELECT * FROM observations WHERE id = ?', [data.id]);
    for (const row of rows) {
      if (row.until === null) countNote(view, row, -1);
      countRedactions(view, row, -1);
      unindex(view, row);
      view.run('DELETE FROM observations WHERE position = ?', [row.position]);
    }
    unlinkForgotten(view, data.id);
  },
  'pin.set': (view, { position, data }) => addPin(view, position, data),
  'pin.removed': (view, { position, data }) => endPin(view, position, data),
} satisfies { [T in NoteEventType | PinFact['type']]: Handler<T> };

/**
 * Every observation in all its revisions, for get, context, timeline, the index that search asks, and
 * what is counted of them. A revision that was revised stays, so that any moment can be asked for; what
 * is forgotten goes with all its revisions.
 */
export const observations = {
  name: 'observations',
  version: 17,
  tables: {
    observations: `${OBSERVATIONS_TABLE}
      CREATE UNIQUE INDEX observations_by_id ON observations (id, position);`,
    ...COUNT_TABLES,
    ...LINK_TABLES,
    ...SEARCH_TABLES,
  },
  indexes: `
    CREATE INDEX observations_by_project ON observations (project_key, created_at, first, wall);
    CREATE INDEX observations_decisions ON observations (project_key, created_at, first, wall)
      WHERE type = 'decision';
    CREATE INDEX observations_by_session ON observations (session_id, position)
      WHERE session_id IS NOT NULL;
    CREATE INDEX observations_by_time ON observations (created_at, first, wall);
    CREATE INDEX observations_by_end ON observations (substr(id, -8)) WHERE revision = 1;
    CREATE INDEX observations_by_origin ON observations (origin ->> 'instance')
      WHERE origin IS NOT NULL;`,
  inBulk: SEARCH_IN_BULK,
  handlers: HANDLERS,
  beforeCommit: (view) => {
    writeCounts(view);
  },
  wipe: wipeIndex,
  dumps: { ...SEARCH_DUMPS, ...COUNT_DUMPS },
  contradictions: SEARCH_CONTRADICTIONS,
} satisfies Projection;

const INSERT = `INSERT INTO observations VALUES (${OBSERVATION_COLUMNS.map(() => '?').join(', ')})`;

function originOf(origin: Origin | undefined): string | null {
  return origin ? canonical({ instance: origin.instance, id: origin.id }) : null;
}

function insert(view: View, row: ObservationRow): void {
  // By place: by name takes twice as long.
  view.run(
    INSERT,
    OBSERVATION_COLUMNS.map((column) => row[column]),
  );
  countNote(view, row, 1);
  countRedactions(view, row, 1);
  index(view, row);
}

/** A note that took the place of another; a row of `supersedings`. */
export interface SupersedingRow {
  /** Position of the event that saved the new note. */
  readonly position: number;
  readonly id: string;
  /** `wallOf` the team of the new note. */
  readonly wall: string;
  /** The id of the note whose place it took. That may be unknown, or forgotten. */
  readonly superseded: string;
}

/** From when to when a note was pinned; a row of `pins`. What never changes of the note stands here, too, for lists. */
export interface PinRow
  extends Pick<ObservationRow, 'id' | 'project_key' | 'wall' | 'created_at' | 'first'> {
  /** Position of the event that pinned it. */
  readonly position: number;
  /** Position of the event that took the pin away; null: it is pinned. */
  readonly until: number | null;
}

/** Adds the link of a note that was saved, if it takes the place of another. */
export function linkSaved(
  view: View,
  position: number,
  { id, team, supersedes }: ObservationSaved,
): void {
  if (supersedes === undefined) return;
  view.run('INSERT INTO supersedings VALUES (?, ?, ?, ?)', [
    position,
    id,
    wallOf(team),
    supersedes,
  ]);
}

/** Removes what is known of a forgotten note: the note whose place it took is not superseded by it any more. */
export function unlinkForgotten(view: View, id: string): void {
  view.run('DELETE FROM supersedings WHERE id = ?', [id]);
  view.run('DELETE FROM pins WHERE id = ?', [id]);
}

/** Pins a note. Where the log is replayed, the note may be forgotten already: then it has no row. */
export function addPin(view: View, position: number, { id }: PinnedNote): void {
  view.run(
    `INSERT INTO pins SELECT ?, NULL, id, project_key, wall, created_at, first
     FROM observations WHERE id = ? ORDER BY position DESC LIMIT 1`,
    [position, id],
  );
}

/** Ends the pin of a note. */
export function endPin(view: View, position: number, { id }: PinnedNote): void {
  view.run('UPDATE pins SET until = ? WHERE id = ? AND until IS NULL', [position, id]);
}
