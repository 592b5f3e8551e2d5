import { toSeconds } from '../domain/time.js';
import { wallOf } from '../domain/visibility.js';
import type { Projection } from './projection.js';
import { addRedactions, forgetRedactions, redactionTable } from './redactionCounts.js';

/** A row of `prompts`: one version of one prompt. Times are seconds since 1970. */
export interface PromptRow {
  readonly name: string;
  readonly team: string | null;
  /** `wallOf` the team. */
  readonly wall: string;
  readonly version: number;
  readonly id: string;
  readonly content: string;
  /** JSON array of strings. */
  readonly tags: string;
  /** Times of the first version and of this one. */
  readonly created_at: number;
  readonly updated_at: number;
}

/**
 * All versions of all prompts, and the number of their redactions. The table has row ids: to find a row in one without,
 * SQLite reads the long texts of the rows that it passes.
 */
export const prompts = {
  name: 'prompts',
  version: 4,
  tables: {
    prompts: `
      CREATE TABLE prompts (
        name       TEXT NOT NULL,
        team       TEXT,
        wall       TEXT NOT NULL,
        version    INTEGER NOT NULL,
        id         TEXT NOT NULL,
        content    TEXT NOT NULL,
        tags       TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        updated_at INTEGER NOT NULL
      ) STRICT;
      CREATE UNIQUE INDEX prompts_by_name ON prompts (name, wall DESC, version);
      CREATE UNIQUE INDEX prompts_by_id ON prompts (id, version);`,
    prompt_redactions: redactionTable('prompt_redactions'),
  },
  handlers: {
    'prompt.saved': (view, { data, at }) => {
      const { id, team = null } = data;
      const wall = wallOf(team);
      view.run(
        `INSERT INTO prompts VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET tags = excluded.tags, updated_at = excluded.updated_at`,
        [
          data.name,
          team,
          wall,
          data.version,
          id,
          data.content,
          JSON.stringify(data.tags),
          data.created_at,
          toSeconds(at),
        ],
      );
      addRedactions(view, 'prompt_redactions', { id, wall }, data.redactions);
    },
    'prompt.forgotten': (view, { data }) => {
      view.run('DELETE FROM prompts WHERE id = ?', [data.id]);
      forgetRedactions(view, 'prompt_redactions', data.id);
    },
  },
} satisfies Projection;
