import { wallOf } from '../domain/caller.js';
import { projectKey } from '../domain/names.js';
import type { SddPhase } from '../domain/sdd.js';
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

/** A row of `conventions`: one version of the conventions of a project, for all or for a team. */
export interface ConventionsRow {
  /** Position of the event. */
  readonly position: number;
  readonly project: string;
  readonly project_key: string;
  readonly team: string | null;
  /** `wallOf` the team. */
  readonly wall: string;
  /** The stream of its events. */
  readonly stream: string;
  readonly version: number;
  readonly content: string;
  /** Seconds since 1970. */
  readonly updated_at: number;
}

/**
 * All versions of all conventions, and the number of their redactions. The one that was published last counts, also where
 * an old log has a stream for each spelling of a project. The content comes last and the table has row ids, so that SQLite
 * reads it only where it is asked for.
 */
export const conventions = {
  name: 'conventions',
  version: 5,
  tables: {
    conventions: `
      CREATE TABLE conventions (
        position   INTEGER PRIMARY KEY,
        project    TEXT NOT NULL,
        project_key TEXT NOT NULL,
        team       TEXT,
        wall       TEXT NOT NULL,
        stream     TEXT NOT NULL,
        version    INTEGER NOT NULL,
        updated_at INTEGER NOT NULL,
        content    TEXT NOT NULL
      ) STRICT;
      CREATE INDEX conventions_by_project ON conventions (project_key, wall, position);
      CREATE INDEX conventions_by_stream ON conventions (stream);`,
    conventions_redactions: redactionTable('conventions_redactions'),
  },
  handlers: {
    'conventions.published': (view, event) => {
      const { data, position, stream } = event;
      const { project, team = null, version, content } = data;
      const wall = wallOf(team);
      const of = [project, projectKey(project), team, wall, stream];
      const row = [position, ...of, version, secondsOf(event), content];
      view.run('INSERT INTO conventions VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)', row);
      addRedactions(view, 'conventions_redactions', { id: stream, wall }, data.redactions);
    },
    'conventions.forgotten': (view, { stream }) => {
      view.run('DELETE FROM conventions WHERE stream = ?', [stream]);
      forgetRedactions(view, 'conventions_redactions', stream);
    },
  },
} satisfies Projection;

/** A row of `sdd`: a project entered a phase, for a team or for all. */
export interface SddRow {
  readonly project: string;
  readonly project_key: string;
  readonly team: string | null;
  /** `wallOf` the team. */
  readonly wall: string;
  /** The stream of its events. */
  readonly stream: string;
  /** Position of the event. */
  readonly position: number;
  readonly phase: SddPhase;
  /** Seconds since 1970. */
  readonly updated_at: number;
}

/** The phases of spec-driven development that each project entered. The last one is its current phase. */
export const sdd = {
  name: 'sdd',
  version: 5,
  tables: {
    sdd: `
      CREATE TABLE sdd (
        project    TEXT NOT NULL,
        project_key TEXT NOT NULL,
        team       TEXT,
        wall       TEXT NOT NULL,
        stream     TEXT NOT NULL,
        position   INTEGER NOT NULL,
        phase      TEXT NOT NULL,
        updated_at INTEGER NOT NULL,
        PRIMARY KEY (project_key, wall, position)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX sdd_by_stream ON sdd (stream);`,
  },
  handlers: {
    'sdd.phase_entered': (view, event) => {
      const { data, position, stream } = event;
      const { project, team = null, phase } = data;
      const of = [project, projectKey(project), team, wallOf(team), stream];
      const row = [...of, position, phase, secondsOf(event)];
      view.run('INSERT INTO sdd VALUES (?, ?, ?, ?, ?, ?, ?, ?)', row);
    },
    'sdd.forgotten': (view, { stream }) => {
      view.run('DELETE FROM sdd WHERE stream = ?', [stream]);
    },
  },
} satisfies Projection;
