import { wallOf } from '../domain/visibility.js';
import { secondsOf } from '../events/recorded.js';
import type { Projection } from './projection.js';
import { addRedactions, forgetRedactions, redactionTable } from './redactionCounts.js';

/** A row of `prompts`: one version of one prompt, or one that changed only its tags. Times are seconds since 1970. */
export interface PromptRow {
  /** Position of the event. */
  readonly position: number;
  readonly name: string;
  readonly team: string | null;
  /** `wallOf` the team. */
  readonly wall: string;
  readonly version: number;
  readonly id: string;
  readonly content: string;
  /** JSON array of strings. */
  readonly tags: string;
  /** Times of the first version and of this row. */
  readonly created_at: number;
  readonly updated_at: number;
  /** The stream of its events. An import may bring two prompts with one id, but a stream holds only one. */
  readonly stream: string;
}

/**
 * All versions of all prompts, and the number of their redactions. Of two rows of one version, the later one counts. The table has row ids: to find a row in one without,
 * SQLite reads the long texts of the rows that it passes.
 */
export const prompts = {
  name: 'prompts',
  version: 5,
  tables: {
    prompts: `
      CREATE TABLE prompts (
        position   INTEGER PRIMARY KEY,
        name       TEXT NOT NULL,
        team       TEXT,
        wall       TEXT NOT NULL,
        version    INTEGER NOT NULL,
        id         TEXT NOT NULL,
        content    TEXT NOT NULL,
        tags       TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        updated_at INTEGER NOT NULL,
        stream     TEXT NOT NULL
      ) STRICT;
      CREATE UNIQUE INDEX prompts_by_name ON prompts (name, wall DESC, version, position);
      CREATE UNIQUE INDEX prompts_by_stream ON prompts (stream, version, position);`,
    prompt_redactions: redactionTable('prompt_redactions'),
  },
  handlers: {
    'prompt.saved': (view, event) => {
      const { data, stream, position } = event;
      const { id, team = null } = data;
      const wall = wallOf(team);
      view.run('INSERT INTO prompts VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)', [
        position,
        data.name,
        team,
        wall,
        data.version,
        id,
        data.content,
        JSON.stringify(data.tags),
        data.created_at,
        secondsOf(event),
        stream,
      ]);
      addRedactions(view, 'prompt_redactions', { id: stream, wall }, data.redactions);
    },
    'prompt.forgotten': (view, { stream }) => {
      view.run('DELETE FROM prompts WHERE stream = ?', [stream]);
      forgetRedactions(view, 'prompt_redactions', stream);
    },
  },
} satisfies Projection;
