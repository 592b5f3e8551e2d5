import type { ObservationType } from '../domain/observation.js';
import { toSeconds } from '../domain/time.js';
import type { Projection } from './projection.js';

/** A row of `observations`. */
export interface ObservationRow {
  /** Position of the event that saved it. */
  readonly position: number;
  readonly id: string;
  readonly session_id: string | null;
  readonly project: string | null;
  readonly team: string | null;
  readonly country: string | null;
  readonly type: ObservationType;
  readonly title: string;
  readonly content: string;
  /** JSON array of strings. */
  readonly tags: string;
  readonly author: string | null;
  /** Seconds since 1970. */
  readonly created_at: number;
}

/** Every observation, for get, context and timeline. */
export const observations = {
  name: 'observations',
  version: 1,
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
      CREATE INDEX observations_by_type ON observations (project, type, created_at, position);`,
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
    },
  },
} satisfies Projection;
