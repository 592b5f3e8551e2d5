import type { Projection } from './projection.js';
import { insertRow, type RowOf, table } from './table.js';

/** What was told in sessions, a row for each telling. Times are seconds since 1970. */
const TOLD = table(
  'told',
  {
    /** Position of the event, and the place of the telling in it. */
    position: 'INTEGER NOT NULL',
    place: 'INTEGER NOT NULL',
    /** ULID of the event. */
    event: 'TEXT NOT NULL',
    session_id: 'TEXT NOT NULL',
    moment: 'TEXT NOT NULL',
    tokens: 'INTEGER NOT NULL',
    at: 'INTEGER NOT NULL',
    recorded_at: 'INTEGER NOT NULL',
    /** A JSON array of the notes (`GivenNote`). */
    notes: 'TEXT NOT NULL',
  },
  {
    primaryKey: 'position, place',
    indexes: 'CREATE INDEX told_by_session ON told (session_id, at, position, place);',
  },
);
export type ToldRow = RowOf<typeof TOLD>;

/** How often each note was told, whether it is kept or not. */
const GIVEN = table(
  'given',
  { id: 'TEXT NOT NULL', times: 'INTEGER NOT NULL' },
  {
    primaryKey: 'id',
    // So that forgetting a session looks at no other notes.
    indexes: 'CREATE INDEX given_never ON given (id) WHERE times = 0;',
  },
);

/** What agents were told. */
export const told = {
  name: 'told',
  version: 1,
  tables: { told: TOLD.ddl, given: GIVEN.ddl },
  handlers: {
    'told.given': (view, { id: event, position, data, at: recorded }) => {
      const { session_id, tellings } = data;
      const recorded_at = Math.floor(recorded / 1000);
      for (const [place, telling] of tellings.entries()) {
        const { moment, tokens, at } = telling;
        const notes = JSON.stringify(telling.notes);
        // A hook whose answer came too late says it again, perhaps with more.
        const same = 'session_id = ? AND at = ? AND moment = ? AND notes = ? AND tokens = ?';
        const said = [session_id, at, moment, notes, tokens];
        if (view.get(`SELECT 1 FROM told WHERE ${same}`, said)) continue;
        insertRow(view, TOLD, {
          position,
          place,
          event,
          session_id,
          moment,
          tokens,
          at,
          recorded_at,
          notes,
        });
        for (const id of new Set(telling.notes.map((note) => note.id)))
          view.run(
            'INSERT INTO given VALUES (?, 1) ON CONFLICT (id) DO UPDATE SET times = times + 1',
            [id],
          );
      }
    },
    'told.forgotten': (view, { data: { session_id } }) => {
      // In one statement: a session may have been told of a hundred thousand notes.
      view.run(
        `UPDATE given SET times = given.times - gone.times FROM (
           SELECT note.value ->> 'id' AS id, count(DISTINCT position * 1000 + place) AS times
           FROM told CROSS JOIN json_each(notes) AS note WHERE session_id = ? GROUP BY 1
         ) AS gone WHERE given.id = gone.id`,
        [session_id],
      );
      view.run('DELETE FROM given WHERE times = 0', []);
      view.run('DELETE FROM told WHERE session_id = ?', [session_id]);
    },
  },
} satisfies Projection;
