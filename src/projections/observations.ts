import canonical from 'fast-json-stable-stringify';
import { shownTeam, wallOf } from '../domain/caller.js';
import { projectKey } from '../domain/names.js';
import { suspicionOf } from '../domain/suspect.js';
import type { NoteEventType, ObservationSaved, Origin, PinFact } from '../events/observation.js';
import { secondsOf } from '../events/recorded.js';
import { addCounts } from '../privacy/redactionCounts.js';
import {
  COUNT_DUMPS,
  COUNT_TABLES,
  countNote,
  countRedactions,
  writeCounts,
} from './observationCounts.js';
import {
  aboutAnchors,
  aboutClaim,
  aboutTexts,
  DUE_AT,
  OBSERVATIONS,
  type ObservationRow,
  PROPOSALS,
  type ProposalRow,
  redactionsOf,
} from './observationRow.js';
import type { Handler, Projection, View } from './projection.js';
import {
  index,
  SEARCH_CONTRADICTIONS,
  SEARCH_DUMPS,
  SEARCH_IN_BULK,
  SEARCH_TABLES,
  unindex,
  wipeIndex,
} from './searchIndex.js';
import { insertRow, table } from './table.js';
import { endVerdicts, forgetVerdicts, takeVerdict, VERDICT_TABLES } from './verdicts.js';

/** A note that took the place of another. There is a row for each link and each pin, so that any moment can be asked for. */
const SUPERSEDINGS = table(
  'supersedings',
  {
    /** Position of the event that saved the new note, or of the revision that said so. */
    position: 'INTEGER PRIMARY KEY',
    /** Position of the revision that ended it; null: it is so. */
    until: 'INTEGER',
    id: 'TEXT NOT NULL',
    /** `wallOf` the team of the new note. */
    wall: 'TEXT NOT NULL',
    /** The id of the note whose place it took. That may be unknown, or forgotten. */
    superseded: 'TEXT NOT NULL',
  },
  {
    indexes: `
      CREATE INDEX supersedings_by_id ON supersedings (id, position);
      CREATE INDEX supersedings_by_superseded ON supersedings (superseded, position);`,
  },
);

/** From when to when a note was pinned. What never changes of the note stands here, too, for lists. */
const PINS = table(
  'pins',
  {
    /** Position of the event that pinned it. */
    position: 'INTEGER PRIMARY KEY',
    /** Position of the event that took the pin away; null: it is pinned. */
    until: 'INTEGER',
    id: 'TEXT NOT NULL',
    project_key: 'TEXT',
    wall: 'TEXT NOT NULL',
    created_at: 'INTEGER NOT NULL',
    first: 'INTEGER NOT NULL',
  },
  {
    indexes: `
      CREATE INDEX pins_by_id ON pins (id, position);
      CREATE INDEX pins_by_project ON pins (project_key, created_at, first);
      CREATE INDEX pins_by_time ON pins (created_at, first);`,
  },
);

/** What a verdict is about. */
const SAID = ['type', 'title', 'content'] as const;

interface Link {
  readonly position: number;
  readonly id: string;
  readonly wall: string;
  readonly superseded: string;
}

const link = (view: View, row: Link) => insertRow(view, SUPERSEDINGS, { ...row, until: null });

/** Brings the link of a note to what a revision says: whose place it takes, or null for nobody's. */
function linkAgain(view: View, row: Omit<Link, 'superseded'>, superseded: string | null): void {
  const query = 'SELECT position, superseded FROM supersedings WHERE id = ? AND until IS NULL';
  const now = view.get<Pick<Link, 'position' | 'superseded'>>(query, [row.id]);
  if ((now?.superseded ?? null) === superseded) return;
  if (now)
    view.run('UPDATE supersedings SET until = ? WHERE position = ?', [row.position, now.position]);
  if (superseded !== null) link(view, { ...row, superseded });
}

const HANDLERS = {
  'observation.saved': (view, event) => {
    const { data, position, meta } = event;
    const { id, team, project, supersedes } = data;
    const recorded_at = secondsOf(event);
    const row: ObservationRow = {
      position,
      first: position,
      until: null,
      id,
      revision: 1,
      session_id: data.session_id,
      project: project ?? null,
      project_key: project === undefined ? null : projectKey(project),
      team: shownTeam(team) ?? null,
      country: data.country ?? null,
      wall: wallOf(team),
      ...saidIn(data, data.author),
      author: data.author ?? null,
      saved_by: meta.actor,
      created_at: data.created_at ?? recorded_at,
      recorded_at,
      origin: originOf(data.origin),
    };
    if (data.state === 'proposed') {
      insertRow(view, PROPOSALS, { ...row, supersedes: supersedes ?? null });
      return;
    }
    insert(view, row);
    if (supersedes === undefined) return;
    link(view, { position, id, wall: wallOf(team), superseded: supersedes });
  },
  'observation.revised': (view, event) => {
    const { data, position } = event;
    // By position, which the index has: an import may bring thousands of revisions of one note.
    const before = view.get<ObservationRow>(
      'SELECT * FROM observations WHERE id = ? ORDER BY position DESC LIMIT 1',
      [data.id],
    );
    if (!before) {
      reviseProposal(view, event);
      return;
    }
    view.run('UPDATE observations SET until = ? WHERE position = ?', [position, before.position]);
    // A verdict is about what a note says, not about its tags and times.
    if (SAID.some((field) => before[field] !== data[field])) {
      endVerdicts(view, data.id, position);
    }
    countNote(view, before, -1);
    const revision = before.revision + 1;
    const said = saidIn(data, before.author);
    insert(view, { ...before, position, revision, ...said, recorded_at: secondsOf(event) });
    if (data.supersedes !== undefined)
      linkAgain(view, { position, id: data.id, wall: before.wall }, data.supersedes);
  },
  'observation.forgotten': (view, { data: { id } }) => {
    // None where the log is replayed: what was forgotten is not in it any more.
    const rows = view.all<ObservationRow>('SELECT * FROM observations WHERE id = ?', [id]);
    for (const row of rows) {
      if (row.until === null) countNote(view, row, -1);
      countRedactions(view, row, -1);
      unindex(view, row);
      view.run('DELETE FROM observations WHERE position = ?', [row.position]);
    }
    view.run('DELETE FROM proposals WHERE id = ?', [id]);
    // The note whose place it took is not superseded by it any more.
    view.run('DELETE FROM supersedings WHERE id = ?', [id]);
    view.run('DELETE FROM pins WHERE id = ?', [id]);
    forgetVerdicts(view, id);
  },
  // Where the log is replayed, the note may be forgotten already: then it has no row.
  'pin.set': (view, { position, data }) =>
    view.run(
      `INSERT INTO pins SELECT ?, NULL, id, project_key, wall, created_at, first
       FROM observations WHERE id = ? ORDER BY position DESC LIMIT 1`,
      [position, data.id],
    ),
  'pin.removed': (view, { position, data }) =>
    view.run('UPDATE pins SET until = ? WHERE id = ? AND until IS NULL', [position, data.id]),
  'verdict.given': takeVerdict,
} satisfies { [T in NoteEventType | PinFact['type'] | 'verdict.given']: Handler<T> };

/**
 * Every observation in all its revisions, for get, context, timeline, the index that search asks, and
 * what is counted of them. A revision that was revised stays, so that any moment can be asked for; what
 * is forgotten goes with all its revisions.
 */
export const observations = {
  name: 'observations',
  version: 23,
  tables: {
    observations: OBSERVATIONS.ddl,
    proposals: PROPOSALS.ddl,
    ...COUNT_TABLES,
    supersedings: SUPERSEDINGS.ddl,
    pins: PINS.ddl,
    ...VERDICT_TABLES,
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
    CREATE INDEX observations_timed ON observations (created_at, first)
      WHERE until IS NULL AND ${DUE_AT} IS NOT NULL;
    CREATE INDEX observations_ending ON observations (valid_until) WHERE valid_until IS NOT NULL;
    CREATE INDEX observations_by_claim ON observations (project_key, claim, created_at, first)
      WHERE until IS NULL AND claim IS NOT NULL;
    CREATE INDEX observations_suspect ON observations (created_at, first)
      WHERE until IS NULL AND suspect IS NOT NULL;
    CREATE INDEX observations_by_origin ON observations (origin ->> 'instance')
      WHERE origin IS NOT NULL;`,
  inBulk: SEARCH_IN_BULK,
  handlers: HANDLERS,
  beforeCommit: (view) => {
    writeCounts(view);
  },
  wipe: wipeIndex,
  dumps: { ...SEARCH_DUMPS, ...COUNT_DUMPS },
  contradictions: SEARCH_CONTRADICTIONS,
} satisfies Projection;

/** The columns for what a revision says. */
function saidIn(
  data: Pick<
    ObservationSaved,
    | 'type'
    | 'title'
    | 'content'
    | 'tags'
    | 'anchors'
    | 'valid_until'
    | 'review_after'
    | 'redactions'
  >,
  author: string | null | undefined,
) {
  const { type, title, content } = data;
  return {
    type,
    ...aboutTexts(data),
    title,
    content,
    tags: JSON.stringify(data.tags),
    ...aboutAnchors(data.anchors),
    valid_until: data.valid_until ?? null,
    review_after: data.review_after ?? null,
    ...aboutClaim(data),
    suspect: suspicionOf({ ...data, author }),
    redactions: canonical(data.redactions),
  };
}

/** A proposed note says something else, or counts from now on: its revisions begin there. */
function reviseProposal(view: View, event: Parameters<Handler<'observation.revised'>>[1]): void {
  const { data, position } = event;
  const before = view.get<ProposalRow>('SELECT * FROM proposals WHERE id = ?', [data.id]);
  if (!before) throw new Error(`observation ${data.id} was revised before it was saved`);
  view.run('DELETE FROM proposals WHERE id = ?', [data.id]);
  const { supersedes, ...row } = before;
  const redactions = canonical(addCounts(redactionsOf(row), data.redactions));
  const said = saidIn(data, row.author);
  const revised = { ...row, position, ...said, redactions, recorded_at: secondsOf(event) };
  const superseded = data.supersedes === undefined ? supersedes : data.supersedes;
  if (data.state === 'proposed') {
    const revision = row.revision + 1;
    insertRow(view, PROPOSALS, { ...revised, revision, supersedes: superseded });
    return;
  }
  insert(view, { ...revised, first: position, revision: 1 });
  if (superseded !== null) link(view, { position, id: row.id, wall: row.wall, superseded });
}

function originOf(origin: Origin | undefined): string | null {
  return origin ? canonical({ instance: origin.instance, id: origin.id }) : null;
}

function insert(view: View, row: ObservationRow): void {
  insertRow(view, OBSERVATIONS, row);
  countNote(view, row, 1);
  countRedactions(view, row, 1);
  index(view, row);
}
