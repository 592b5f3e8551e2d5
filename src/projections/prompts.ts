import { toSeconds } from '../domain/time.js';
import type { Projection } from './projection.js';

/** A row of `prompts`: one version of one prompt. Times are seconds since 1970. */
export interface PromptRow {
  readonly name: string;
  readonly version: number;
  readonly id: string;
  readonly content: string;
  /** JSON array of strings. */
  readonly tags: string;
  /** When the first version was saved, and when this one was. */
  readonly created_at: number;
  readonly updated_at: number;
}

/** Every version of every prompt. */
export const prompts = {
  name: 'prompts',
  version: 1,
  tables: {
    prompts: `
      CREATE TABLE prompts (
        name       TEXT NOT NULL,
        version    INTEGER NOT NULL,
        id         TEXT NOT NULL,
        content    TEXT NOT NULL,
        tags       TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        updated_at INTEGER NOT NULL,
        PRIMARY KEY (name, version)
      ) STRICT, WITHOUT ROWID;`,
  },
  handlers: {
    'prompt.saved': (view, { data, at }) => {
      view.run(
        `INSERT INTO prompts VALUES (?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET tags = excluded.tags, updated_at = excluded.updated_at`,
        [
          data.name,
          data.version,
          data.id,
          data.content,
          JSON.stringify(data.tags),
          data.created_at,
          toSeconds(at),
        ],
      );
    },
  },
} satisfies Projection;
