import { shownTeam, wallOf } from '../domain/caller.js';
import { projectKey } from '../domain/names.js';
import { secondsOf } from '../events/recorded.js';
import type { RedactionCount } from '../privacy/privacyFilter.js';
import type { Projection, View } from './projection.js';
import { addRedactions, forgetRedactions, redactionTable } from './redactionCounts.js';
import { insertRow, type RowOf, table } from './table.js';

/** The read models of documents: texts that belong to a team or to all, in versions. Phases are one text each. */
export type Documents = 'prompts' | 'conventions' | 'sdd';

/** A row is one version of one document. Times are seconds since 1970. */
const COLUMNS = {
  /** Position of the event. */
  position: 'INTEGER PRIMARY KEY',
  /** Of a prompt, or the project as it was spelt. */
  name: 'TEXT NOT NULL',
  /** What it is found by: `projectKey` of a project, or the name of a prompt. */
  key: 'TEXT NOT NULL',
  team: 'TEXT',
  /** `wallOf` the team. */
  wall: 'TEXT NOT NULL',
  /** The stream of its events. An import may bring two prompts with one id, but a stream holds only one. */
  stream: 'TEXT NOT NULL',
  /** Of two rows of one version, the later one counts: it changed only the tags of a prompt. */
  version: 'INTEGER NOT NULL',
  /** Of a prompt; '' of others. */
  id: 'TEXT NOT NULL',
  /** JSON array of strings; empty of what has none. */
  tags: 'TEXT NOT NULL',
  /** Time of the first version of a prompt; of others that of this one. */
  created_at: 'INTEGER NOT NULL',
  updated_at: 'INTEGER NOT NULL',
  /** The text, or the name of a phase. It comes last: SQLite reads long texts only where they are asked for. */
  content: 'TEXT NOT NULL',
} as const;
export type DocumentRow = RowOf<(typeof TABLES)[Documents]>;

/** In which order the walls of one key are listed: prompts of teams come before those of all. */
export const WALL_ORDER = { prompts: 'DESC', conventions: 'ASC', sdd: 'ASC' } as const;

const documentTable = (kind: Documents) =>
  table(kind, COLUMNS, {
    indexes: `
      CREATE UNIQUE INDEX ${kind}_by_key ON ${kind} (key, wall ${WALL_ORDER[kind]}, position, version);
      CREATE UNIQUE INDEX ${kind}_by_stream ON ${kind} (stream, version, position);`,
  });
const TABLES = {
  prompts: documentTable('prompts'),
  conventions: documentTable('conventions'),
  sdd: documentTable('sdd'),
};

/** All versions of all prompts. */
export const prompts = {
  name: 'prompts',
  version: 6,
  tables: tablesOf('prompts'),
  handlers: {
    'prompt.saved': (view, event) => {
      const { id, name, created_at } = event.data;
      const tags = JSON.stringify(event.data.tags);
      insert(view, 'prompts', event, { ...event.data, id, name, key: name, tags, created_at });
    },
    'prompt.forgotten': (view, { stream }) => forget(view, 'prompts', stream),
  },
} satisfies Projection;

/** All versions of the conventions of all projects. The last one counts, also where an old log has a stream for each spelling. */
export const conventions = {
  name: 'conventions',
  version: 6,
  tables: tablesOf('conventions'),
  handlers: {
    'conventions.published': (view, event) =>
      insert(view, 'conventions', event, { ...event.data, ...ofProject(event) }),
    'conventions.forgotten': (view, { stream }) => forget(view, 'conventions', stream),
  },
} satisfies Projection;

/** The phases of spec-driven development that each project entered, as versions of its phase: the last one is the current. */
export const sdd = {
  name: 'sdd',
  version: 6,
  tables: tablesOf('sdd'),
  handlers: {
    'sdd.phase_entered': (view, event) => {
      const { phase: content, team } = event.data;
      const said = { content, team, version: event.version, redactions: [] };
      insert(view, 'sdd', event, { ...said, ...ofProject(event) });
    },
    'sdd.forgotten': (view, { stream }) => forget(view, 'sdd', stream),
  },
} satisfies Projection;

/** The table of a kind, and one of its redactions. */
function tablesOf(kind: Documents): Projection['tables'] {
  const redactions = `${kind}_redactions`;
  return { [kind]: TABLES[kind].ddl, [redactions]: redactionTable(redactions) };
}

type Saved = { readonly position: number; readonly stream: string } & Parameters<
  typeof secondsOf
>[0];

/** What an event says of a version. */
interface Said extends Pick<DocumentRow, 'name' | 'key' | 'id' | 'tags' | 'created_at'> {
  readonly team?: string | undefined;
  readonly version: number;
  readonly content: string;
  readonly redactions: readonly RedactionCount[];
}

function ofProject(event: { readonly data: { readonly project: string } } & Saved) {
  const { project } = event.data;
  return {
    name: project,
    key: projectKey(project),
    id: '',
    tags: '[]',
    created_at: secondsOf(event),
  };
}

function insert(view: View, kind: Documents, event: Saved, said: Said): void {
  const { position, stream } = event;
  const { redactions, ...columns } = said;
  const wall = wallOf(said.team);
  const team = shownTeam(said.team) ?? null;
  const updated_at = secondsOf(event);
  insertRow(view, TABLES[kind], { ...columns, position, team, wall, stream, updated_at });
  addRedactions(view, `${kind}_redactions`, { id: stream, wall }, redactions);
}

function forget(view: View, kind: Documents, stream: string): void {
  view.run(`DELETE FROM ${kind} WHERE stream = ?`, [stream]);
  forgetRedactions(view, `${kind}_redactions`, stream);
}
