import { toSeconds } from '../domain/time.js';
import type { Projection } from './projection.js';
import { indexQueued, queueForIndex, SEARCH_DUMPS, SEARCH_TABLES } from './searchIndex.js';

/** Every observation, for get, context, timeline, and the index that search asks. */
export const observations = {
  name: 'observations',
  version: 3,
  tables: {
    observations: `
      CREATE TABLE observations (
        position   INTEGER PRIMARY KEY,
        id         TEXT NOT NULL UNIQUE,
        session_id TEXT,
        project    TEXT,
        team       TEXT,
        country    TEXT,
        type       TEXT NOT NULL,
        title      TEXT NOT NULL,
        content    TEXT NOT NULL,
        tags       TEXT NOT NULL,
        author     TEXT,
        created_at INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX observations_by_project ON observations (project, created_at, position);
      CREATE INDEX observations_by_type ON observations (project, type, created_at, position);
      CREATE INDEX observations_by_session ON observations (session_id, position)
        WHERE session_id IS NOT NULL;`,
    ...SEARCH_TABLES,
  },
  handlers: {
    'observation.saved': (view, { data, at, position }) => {
      view.run('INSERT INTO observations VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)', [
        position,
        data.id,
        data.session_id,
        data.project ?? null,
        data.team ?? null,
        data.country ?? null,
        data.type,
        data.title,
        data.content,
        JSON.stringify(data.tags),
        data.author ?? null,
        data.created_at ?? toSeconds(at),
      ]);
      queueForIndex(view, position, data.session_id);
    },
  },
  settle: indexQueued,
  dumps: SEARCH_DUMPS,
} satisfies Projection;
