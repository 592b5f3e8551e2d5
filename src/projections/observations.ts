import canonical from 'fast-json-stable-stringify';
import { projectKey } from '../domain/projectKey.js';
import { wallOf } from '../domain/visibility.js';
import type { NoteEventType, Origin } from '../events/observation.js';
import type { PinFact } from '../events/pin.js';
import { secondsOf } from '../events/recorded.js';
import { addPin, endPin, LINK_TABLES, linkSaved, unlinkForgotten } from './noteLinks.js';
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
  type Indexing,
  index,
  SEARCH_CONTRADICTIONS,
  SEARCH_DUMPS,
  SEARCH_IN_BULK,
  SEARCH_TABLES,
  unindex,
  wipeIndex,
  withoutIndex,
} from './search/searchIndex.js';

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
  handlers: handlersWith({ index, unindex }),
  unindexed: handlersWith(withoutIndex),
  beforeCommit: (view) => {
    writeCounts(view);
  },
  wipe: wipeIndex,
  dumps: { ...SEARCH_DUMPS, ...COUNT_DUMPS },
  contradictions: SEARCH_CONTRADICTIONS,
} satisfies Projection;

const INSERT = `INSERT INTO observations VALUES (${OBSERVATION_COLUMNS.map(() => '?').join(', ')})`;

/** The handlers, with what they do about the words of a revision. */
function handlersWith({ index, unindex }: Indexing) {
  return {
    'observation.saved': (view, event) => {
      const { data, position, meta } = event;
      const recorded_at = secondsOf(event);
      insert(view, index, {
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
      insert(view, index, {
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
}

function originOf(origin: Origin | undefined): string | null {
  return origin ? canonical({ instance: origin.instance, id: origin.id }) : null;
}

function insert(view: View, index: Indexing['index'], row: ObservationRow): void {
  // By place: by name takes twice as long.
  view.run(
    INSERT,
    OBSERVATION_COLUMNS.map((column) => row[column]),
  );
  countNote(view, row, 1);
  countRedactions(view, row, 1);
  index(view, row);
}
