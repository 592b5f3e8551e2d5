import { type Anchor, commitsOf, pathsOf } from '../domain/anchor.js';
import { noteClaim } from '../domain/claim.js';
import type { ObservationType } from '../domain/observation.js';
import type { RedactionCount } from '../privacy/privacyFilter.js';
import { type RowOf, table } from './table.js';

/** The columns of `observations` in their order: a row is one revision of one note. */
const COLUMNS = {
  /** Position of the event that wrote this revision. */
  position: 'INTEGER PRIMARY KEY',
  /** Position of the event that saved the note. */
  first: 'INTEGER NOT NULL',
  /** Position of the event that replaced this revision; null: it is current. */
  until: 'INTEGER',
  id: 'TEXT NOT NULL',
  /** 1 is the first. */
  revision: 'INTEGER NOT NULL',
  session_id: 'TEXT',
  project: 'TEXT',
  /** `projectKey` of the project: what it is found by. */
  project_key: 'TEXT',
  team: 'TEXT',
  country: 'TEXT',
  /** `wallOf` the team: who may see it. */
  wall: 'TEXT NOT NULL',
  /** One of `ObservationType`. */
  type: 'TEXT NOT NULL',
  author: 'TEXT',
  /** JSON array of strings. Before the texts, so that it is read without them; so is what else a search counts or ranks by. */
  tags: 'TEXT NOT NULL',
  /** When the note was made, in seconds since 1970. */
  created_at: 'INTEGER NOT NULL',
  /** Length of title and content in UTF-8. */
  bytes: 'INTEGER NOT NULL',
  /** 1 when the content ends with a question mark. */
  asks: 'INTEGER NOT NULL',
  title: 'TEXT NOT NULL',
  content: 'TEXT NOT NULL',
  /** JSON array of `Anchor`; null where there is none. */
  anchors: 'TEXT',
  /** JSON arrays of what is looked up by them (`pathsOf`, `commitsOf`); null where there is none. */
  paths: 'TEXT',
  commits: 'TEXT',
  /** Until when it holds, and when somebody should look at it, in seconds since 1970; null where nobody said it. */
  valid_until: 'INTEGER',
  review_after: 'INTEGER',
  /** `noteClaim`: what notes have in common that may contradict each other. */
  claim: 'INTEGER',
  /** Why it is given to no agent (`suspicionOf`); null where it may be. */
  suspect: 'TEXT',
  /** The actor that saved the note (`Meta.actor`). */
  saved_by: 'TEXT NOT NULL',
  /** When this revision was recorded, or written in the vault it was imported from, in seconds since 1970. */
  recorded_at: 'INTEGER NOT NULL',
  /** JSON array of `RedactionCount`. */
  redactions: 'TEXT NOT NULL',
  /** JSON of the vault that sent the note and its id there; null for a note of this vault. */
  origin: 'TEXT',
} as const;

export const OBSERVATIONS = table('observations', COLUMNS, {
  indexes: 'CREATE UNIQUE INDEX observations_by_id ON observations (id, position);',
});

/**
 * The notes that are proposed, each in its newest revision. They are in a table of their own, so that no query for what counts can
 * find one; `first` and `revision` count from the event that proposed it, until it is accepted.
 */
export const PROPOSALS = table(
  'proposals',
  {
    ...COLUMNS,
    /** The id of the note whose place it takes once it is accepted. */
    supersedes: 'TEXT',
  },
  {
    indexes: `
      CREATE UNIQUE INDEX proposals_by_id ON proposals (id);
      CREATE INDEX proposals_by_end ON proposals (substr(id, -8));
      CREATE INDEX proposals_by_time ON proposals (created_at, first);
      CREATE INDEX proposals_by_project ON proposals (project_key, project, wall, recorded_at);`,
  },
);

export interface ProposalRow extends RowOf<typeof PROPOSALS> {
  readonly type: ObservationType;
}

/** SQL for when a note has to be looked at: when it was to be, or when it ended; null for one of which nobody said it. */
export const DUE_AT =
  'min(coalesce(review_after, valid_until), coalesce(valid_until, review_after))';

export interface ObservationRow extends RowOf<typeof OBSERVATIONS> {
  readonly type: ObservationType;
}

/** The columns that say something about the texts of a row: searches rank by it. */
export function aboutTexts({ title, content }: Pick<ObservationRow, 'title' | 'content'>) {
  return {
    bytes: Buffer.byteLength(title) + Buffer.byteLength(content),
    asks: Number(/[?？]$/.test(content)),
  };
}

/** The tags of a row. Unchecked JSON: only the projection writes the column. */
export function tagsOf(row: Pick<ObservationRow, 'tags'>): readonly string[] {
  return JSON.parse(row.tags);
}

/** The entries of a column that holds a list, or null for an empty one. As `tagsOf`. */
export function listIn(column: string | null): readonly string[] {
  return column === null ? [] : JSON.parse(column);
}

/** The anchors of a row, as `tagsOf`. */
export function anchorsOf({ anchors }: Pick<ObservationRow, 'anchors'>): readonly Anchor[] {
  return anchors === null ? [] : JSON.parse(anchors);
}

/** The columns that say what a note is about. */
export function aboutAnchors(anchors: readonly Anchor[] = []) {
  const list = (all: readonly unknown[]) => (all.length > 0 ? JSON.stringify(all) : null);
  return {
    anchors: list(anchors),
    paths: list(pathsOf(anchors)),
    commits: list(commitsOf(anchors)),
  };
}

/** The column of a revision that notes have in common which may contradict each other. */
export const aboutClaim = ({
  type,
  title,
  content,
}: Pick<ObservationRow, 'type' | 'title' | 'content'>) => ({
  claim: noteClaim({ type, title, bytes: Buffer.byteLength(content) }),
});

/** The redactions in the text of a row, by kind. */
export function redactionsOf(row: Pick<ObservationRow, 'redactions'>): readonly RedactionCount[] {
  return JSON.parse(row.redactions);
}
