import { memberIdOf, partsOfActor, viaToken } from '../domain/actor.js';
import { OF_PERSON, shownTeam, type Visibility } from '../domain/caller.js';
import type { Observation } from '../domain/observation.js';
import { suspicionOf } from '../domain/suspect.js';
import { formatTime, toSeconds } from '../domain/time.js';
import { isOftenWrong, OFTEN, VERDICTS, type Verdict } from '../domain/told.js';
import { type HoldingTimes, type Validity, validityOf } from '../domain/validity.js';
import type { ObservationState } from '../events/observation.js';
import {
  anchorsOf,
  type ObservationRow,
  type ProposalRow,
  tagsOf,
} from '../projections/observationRow.js';
import type { MemberRow, TokenRow } from '../projections/teams.js';
import type { Sql } from '../sqlite/sqlite.js';
import { type Instant, NOW, visible, visibleByKey, visibleTo } from './visible.js';

/** An observation with its revision number and time. */
export type Revision = Observation & Required<Pick<Observation, 'revision' | 'updated_at'>>;

/**
 * An observation for a response, with its links and its pin at that moment. Absent fields are left out, and the first revision
 * has no `revision`.
 */
export function observationOf(
  views: Sql,
  row: ObservationRow | ProposalRow,
  shown: Shown,
): Observation {
  if ('supersedes' in row) return proposalOf(views, row, shown);
  return withLinks(views, row, shown, linksOf(views, row.id, shown));
}

/** A note that is proposed has no pin and no verdicts; it names the note whose place it is to take, where the caller may see that. */
function proposalOf(views: Sql, row: ProposalRow, shown: Shown): Observation {
  const query = `SELECT id FROM observations AS o WHERE id = :id AND o.revision = 1 AND ${visible('o.')}`;
  const params = { ...visibleTo(shown.sees), id: row.supersedes };
  const supersedes = views.get<{ id: string }>(query, params)?.id;
  return {
    ...withLinks(views, row, shown, {}),
    ...(supersedes && { supersedes }),
    state: 'proposed',
  };
}

/** The same of a row that was read with its links. */
export function linkedObservation(views: Sql, row: ShownRow & LinkRow, shown: Shown): Observation {
  return withLinks(views, row, shown, linksIn(row));
}

/** Assigned, because a search does this for each hit: to spread an object takes five times as long. */
function withLinks(views: Sql, row: ShownRow, { sees, at }: Shown, links: Partial<Observation>) {
  const observation: Observation = Object.assign(fieldsOf(views, row, sees), links);
  const validity = validityOf({ ...row, written_at: writtenAt(row) }, at);
  if (validity !== undefined) observation.validity = validity;
  return row.revision === 1 ? observation : Object.assign(observation, revisedOf(row));
}

/** The columns of an observation that are shown. */
export const SHOWN_COLUMNS = [
  'id',
  'session_id',
  'project',
  'team',
  'country',
  'type',
  'title',
  'content',
  'tags',
  'anchors',
  'valid_until',
  'review_after',
  'author',
  'saved_by',
  'created_at',
  'origin',
  'suspect',
  'revision',
  'recorded_at',
] as const satisfies readonly (keyof ObservationRow)[];
type ShownRow = Pick<ObservationRow, (typeof SHOWN_COLUMNS)[number]>;

/** When a revision was written. The first one of an import was recorded long after it was written. */
export const writtenAt = ({
  revision,
  created_at,
  recorded_at,
}: Pick<ShownRow, 'revision' | 'created_at' | 'recorded_at'>) =>
  revision === 1 ? created_at : recorded_at;

/** One revision of an observation, always with its number and time, and without links: they are those of the note. */
export function revisionOf(views: Sql, row: ShownRow, sees: Visibility): Revision {
  return { ...fieldsOf(views, row, sees), ...revisedOf(row) };
}

const revisedOf = ({ revision, recorded_at }: ShownRow) => ({
  revision,
  updated_at: formatTime(recorded_at),
});

function fieldsOf(views: Sql, row: ShownRow, sees: Visibility) {
  return {
    id: row.id,
    session_id: row.session_id,
    project: row.project ?? undefined,
    team: row.team ?? undefined,
    country: row.country ?? undefined,
    type: row.type,
    title: row.title,
    content: row.content,
    tags: [...tagsOf(row)],
    anchors: row.anchors === null ? undefined : [...anchorsOf(row)],
    ...holdingTimes(row),
    author: row.author ?? undefined,
    saved_by: isSaverShown(sees, row.saved_by) ? saverOf(views, row.saved_by) : undefined,
    created_at: formatTime(row.created_at),
    // Unchecked JSON: only the projection writes this column.
    origin: row.origin === null ? undefined : JSON.parse(row.origin),
    suspect: row.suspect ?? undefined,
  };
}

/** Until when a note holds and when somebody should look at it, as they are shown; nothing where nobody said it. */
export function holdingTimes({
  valid_until,
  review_after,
}: HoldingTimes): Pick<Observation, 'valid_until' | 'review_after'> {
  return {
    ...(valid_until !== null && { valid_until: formatTime(valid_until) }),
    ...(review_after !== null && { review_after: formatTime(review_after) }),
  };
}

/** To whom something is shown, and of which moment. */
export interface Shown extends Instant {
  readonly sees: Visibility;
}

/** SQL condition for a row of `supersedings`: the link was there at `:as_of`. */
export const LINKED_AS_OF = 's.position <= :as_of AND (s.until IS NULL OR s.until > :as_of)';

/** SQL condition for a row of `supersedings` and a note: of what is personal, only the same person takes the place. */
export const reaches = (note: 'o.' | 't.') =>
  `(s.wall = ${note}wall OR (${note}wall LIKE '${OF_PERSON}%') IS NOT TRUE)`;

/** SQL condition: a row `s` of `supersedings` is of a note that the caller may see. */
export const LINK_IS_SEEN = visible(
  's.',
  '(SELECT q.project_key FROM observations AS q WHERE q.id = s.id AND q.revision = 1)',
);

/** SQL for the notes that had taken the place of a note `o` at `:as_of`, of those that the caller may see. */
const SUCCESSORS = `FROM supersedings AS s
  WHERE s.superseded = o.id AND ${LINKED_AS_OF} AND ${LINK_IS_SEEN} AND ${reaches('o.')}`;

/** SQL condition: a note `o` had a successor at `:as_of` that the caller may see. */
export const IS_SUPERSEDED = `EXISTS (SELECT 1 ${SUCCESSORS})`;

/** SQL condition: a row of `verdicts` counted at `:as_of`, of a note `o`, and the caller may see it. */
const COUNTED_AS_OF = `v.id = o.id AND v.position <= :as_of AND (v.until IS NULL OR v.until > :as_of)
  AND ${visibleByKey('v.')}`;

/** SQL for one thing as it is now, from what is counted of a note `o`, and for another as it was earlier. */
const countedOr = (now: string, earlier: string) => `CASE WHEN :as_of = ${NOW}
  THEN (SELECT coalesce(${now}, 0) FROM judged AS j WHERE j.id = o.id AND ${visibleByKey('j.')})
  ELSE (SELECT ${earlier} FROM verdicts AS v WHERE ${COUNTED_AS_OF}) END`;

/** SQL for how many voices had found that of a note `o` at `:as_of`. */
const found = (verdict: Verdict) =>
  countedOr(`sum(j.${verdict})`, `count(*) FILTER (WHERE v.verdict = '${verdict}')`);

/** SQL condition: a note `o` was often wrong (`isOftenWrong`) at `:as_of`. */
export const IS_OFTEN_WRONG = countedOr(
  `sum(j.outdated + j.wrong) >= max(${OFTEN}, 1 + sum(j.helped))`,
  `count(*) FILTER (WHERE v.verdict <> 'helped') >=
    max(${OFTEN}, 1 + count(*) FILTER (WHERE v.verdict = 'helped'))`,
);

/**
 * SQL condition: a row `o` comes after what holds: it was past its time, another one had taken its place, it was often wrong, or it
 * speaks to its reader.
 */
export const SINKS = `(o.suspect IS NOT NULL OR o.valid_until <= :at IS TRUE OR ${IS_SUPERSEDED} OR ${IS_OFTEN_WRONG})`;

/** SQL condition for a row of `pins`: the note was pinned at `:as_of`. */
export const PINNED_AS_OF = '(p.position <= :as_of AND (p.until IS NULL OR p.until > :as_of))';

/** SQL condition: a note `o` was pinned at `:as_of`. */
export const IS_PINNED = `EXISTS (SELECT 1 FROM pins AS p WHERE p.id = o.id AND ${PINNED_AS_OF})`;

/** What SQL says of a note's links, its pin and the verdicts on it (`LINK_COLUMNS`). */
export interface LinkRow {
  readonly supersedes: string | null;
  readonly superseded_by: string | null;
  readonly pinned: 0 | 1;
  readonly helped: number;
  readonly outdated: number;
  readonly wrong: number;
}

/**
 * SQL for the columns of `LinkRow`, of a note `o`: nothing of a note that is forgotten or behind a wall. They take `:as_of` and
 * the parameter of `visibleTo`.
 */
export const LINK_COLUMNS = `
  (SELECT s.superseded FROM supersedings AS s JOIN observations AS t ON t.id = s.superseded
     AND t.revision = 1 AND t.position <= :as_of AND ${visible('t.')} AND ${reaches('t.')}
   WHERE s.id = o.id AND ${LINKED_AS_OF}) AS supersedes,
  (SELECT s.id ${SUCCESSORS} ORDER BY s.position DESC LIMIT 1) AS superseded_by,
  ${IS_PINNED} AS pinned,
  ${VERDICTS.map((verdict) => `${found(verdict)} AS ${verdict}`).join(', ')}`;

type Links = Pick<
  Observation,
  'supersedes' | 'superseded_by' | 'pinned' | 'verdicts' | 'often_wrong'
>;

/** What is shown of a note's links, its pin and the verdicts on it. */
export function linksOf(views: Sql, id: string, { sees, as_of }: Omit<Shown, 'at'>): Links {
  const wall = 'SELECT wall FROM observations WHERE id = :id LIMIT 1';
  const query = `SELECT ${LINK_COLUMNS} FROM (SELECT :id AS id, (${wall}) AS wall) AS o`;
  const row = views.get<LinkRow>(query, { ...visibleTo(sees), id, as_of });
  return row ? linksIn(row) : {};
}

/** The same of a row that was read with its links. */
function linksIn({ supersedes, superseded_by, pinned, ...verdicts }: LinkRow): Links {
  const { helped, outdated, wrong } = verdicts;
  const counts = { helped, outdated, wrong };
  return {
    ...(supersedes && { supersedes }),
    ...(superseded_by && { superseded_by }),
    ...(pinned === 1 && { pinned: true as const }),
    ...(helped + outdated + wrong > 0 && { verdicts: counts }),
    ...(isOftenWrong(counts) && { often_wrong: true as const }),
  };
}

/** Who saved something, as answers show it: the e-mail of a member that the vault knows, else the actor. */
export function saverOf(views: Sql, actor: string): string {
  const { holder, token } = partsOfActor(actor);
  const id = memberIdOf(actor);
  const query = 'SELECT email FROM members WHERE id = ?';
  const member = id && views.get<Pick<MemberRow, 'email'>>(query, [id])?.email;
  if (token === undefined) return member ?? actor;
  const named = views.get<Pick<TokenRow, 'name'>>('SELECT name FROM tokens WHERE id = ?', [token]);
  return viaToken(member ?? holder, named?.name ?? token);
}

/** Whether an answer says who saved something: where people log in, and otherwise where it was by a token. */
export const isSaverShown = ({ savers }: Visibility, actor: string): boolean =>
  savers || partsOfActor(actor).token !== undefined;

type Kept = Extract<ObservationState, { status: 'kept' }>;

/**
 * An observation for a response, from its stream in the log: independent of the read models, and so without its links and
 * its pin. `saver` is who saved it, as answers show it; undefined when they do not.
 */
export function toObservation({ note, saved_at }: Kept, saver: string | undefined): Observation {
  const { content_hash: _hash, redactions: _redactions, supersedes: _link, ...all } = note;
  const { accepted_in: _accepted, ...shown } = all;
  const { created_at, tags, anchors, origin, valid_until, review_after, ...rest } = shown;
  return {
    ...rest,
    team: shownTeam(note.team),
    ...(saver !== undefined && { saved_by: saver }),
    ...(origin && { origin: { instance: origin.instance, id: origin.id } }),
    tags: [...tags],
    ...(anchors && { anchors: [...anchors] }),
    ...holdingTimes(timesIn(note)),
    suspect: suspicionOf(note) ?? undefined,
    created_at: formatTime(created_at ?? toSeconds(saved_at)),
  };
}

/** `validity` of the same, at a time in seconds since 1970. */
export function validityIn(
  { note, revision, saved_at, revised_at }: Kept,
  at: number,
): Validity | undefined {
  const created_at = note.created_at ?? toSeconds(saved_at);
  const written_at = writtenAt({ revision, created_at, recorded_at: toSeconds(revised_at) });
  return validityOf({ type: note.type, written_at, ...timesIn(note) }, at);
}

const timesIn = ({ valid_until, review_after }: Kept['note']): HoldingTimes => ({
  valid_until: valid_until ?? null,
  review_after: review_after ?? null,
});
