import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import type { Visibility } from '../domain/caller.js';
import { claimOf, contradictions } from '../domain/claim.js';
import { Ulid } from '../domain/ids.js';
import { projectKey } from '../domain/names.js';
import { Observation } from '../domain/observation.js';
import { DUE_AT, type ObservationRow, type ProposalRow } from '../projections/observationRow.js';
import type { Sql } from '../sqlite/sqlite.js';
import { inSlices, type Slices } from './inSlices.js';
import { rowsAt } from './listObservations.js';
import { IS_OFTEN_WRONG, IS_SUPERSEDED, observationOf, SINKS, writtenAt } from './observationOf.js';
import { END, type FoundPlace, type Place } from './search/findNewest.js';
import { CURRENT_AS_OF, NOW, visible, visibleByKey, visibleTo } from './visible.js';

/** Why somebody should look at a note again. */
const REASONS = ['due', 'contradicted', 'often_wrong', 'suspect'] as const;
type Reason = (typeof REASONS)[number];

/** A note that somebody should look at again. */
export const ReviewedNote = Observation.extend({
  reasons: z
    .array(z.enum(REASONS))
    .min(1)
    .meta({
      description:
        '`due`: past `review_after` or `valid_until`; `contradicted`: a newer note says about the same with another number, or with or ' +
        'without a negation, and nobody found that this one helped; `often_wrong`; `suspect`: it speaks to the model that reads it, and no ' +
        'agent gets it.',
    }),
  contradicted_by: Ulid.optional().meta({ description: 'The newest note that contradicts it.' }),
}).meta({ id: 'ReviewedNote' });
type ReviewedNote = z.infer<typeof ReviewedNote>;

interface Review {
  /** By default all. */
  readonly project: string | undefined;
  /** Behind which the page begins. */
  readonly after: Place | undefined;
  readonly limit: number;
  /** In seconds since 1970. */
  readonly at: number;
}

/** A page of notes to look at again, and the place behind which the next page begins; undefined on the last one. */
interface Page {
  readonly notes: Slices<ReviewedNote>;
  readonly next: Place | undefined;
}

/** SQL conditions: a row `o` is a note in its newest revision whose place no other note took, of the project if one is given. */
const STANDS = `${visible('o.')} AND o.until IS NULL AND ${CURRENT_AS_OF} AND NOT ${IS_SUPERSEDED}
  AND (:project IS NULL OR o.project_key = :project)`;

/** SQL condition: a note `o` is often wrong and stands. */
const IS_WRONG = `${IS_OFTEN_WRONG} AND ${STANDS}`;

/** Parameters of these. */
const paramsOf = (sees: Visibility, project: string | undefined, at: number) => ({
  ...visibleTo(sees),
  as_of: NOW,
  at,
  project: project === undefined ? null : projectKey(project),
});
type Params = ReturnType<typeof paramsOf>;

/** The notes that somebody should look at again, those that were made last first. */
export async function getReview(
  views: () => Promise<Sql>,
  sees: Visibility,
  { project, after = END, limit, at }: Review,
): Promise<Page> {
  const params = paramsOf(sees, project, at);
  const found = new Map<number, Found>();
  for await (const one of reasonsFound(views, params, { after, count: limit + 1 })) {
    if (!isBehind(one.place, after)) continue;
    const { place, reasons, by } = found.get(one.place.position) ?? { ...one, reasons: [] };
    const all = [...reasons, ...one.reasons];
    found.set(place.position, { place, reasons: all, by: one.by ?? by });
  }
  const sorted = [...found.values()].sort((a, b) => (isBehind(a.place, b.place) ? 1 : -1));
  const page = sorted.slice(0, limit).map(({ place }) => place);
  const positions = page.map(({ position }) => position);
  const notes = inSlices<ObservationRow | ProposalRow, ReviewedNote>({
    views,
    after: (open, last) => rowsAt(open, positions, last),
    toItem(open, row) {
      const { reasons = [], by } = found.get(row.position) ?? {};
      const shown = observationOf(open, row, { sees, as_of: NOW, at });
      return { ...shown, reasons: [...reasons], ...(by !== undefined && { contradicted_by: by }) };
    },
  });
  return { notes, next: sorted.length > limit ? page.at(-1) : undefined };
}

/** Why one note is listed; `by` is the id of the note that contradicts it. */
interface Found {
  readonly place: FoundPlace;
  readonly reasons: readonly Reason[];
  readonly by?: string | undefined;
}

/** Of the notes that are due, the first `count` behind a place; all others, in the order of `REASONS`. */
async function* reasonsFound(
  views: () => Promise<Sql>,
  params: Params,
  wanted: { readonly after: Place; readonly count: number },
): AsyncGenerator<Found> {
  for await (const place of due(views, params, wanted)) yield { place, reasons: ['due'] };
  for await (const { place, by } of contradicted(views, params))
    yield { place, reasons: ['contradicted'], by };
  for await (const place of wrong(views, params)) yield { place, reasons: ['often_wrong'] };
  for await (const place of suspect(views, params)) yield { place, reasons: ['suspect'] };
}

/** Whether a place comes later in the list than another. */
const isBehind = (one: Place, other: Place) =>
  one.created_at < other.created_at ||
  (one.created_at === other.created_at && one.first < other.first);

/** The claim of several notes of a project. */
interface Group {
  /** null for notes without a project. */
  readonly project_key: string | null;
  readonly claim: number;
}

/** Rows that are looked at, claims of the index that are counted, and groups whose notes are compared in one turn of the event loop. */
const IN_A_TURN = { looked: 2_000, counted: 5_000, compared: 50 };

/** Notes of one claim that are compared: the newest. */
const MOST_COMPARED = 50;

/**
 * The rows behind the last one, `most` in a turn, until there are fewer. `inSlices` counts texts, of which these have none: its turns would
 * be twice as long.
 */
async function* inTurns<Row>(
  views: () => Promise<Sql>,
  most: number,
  after: (open: Sql, last: Row | undefined) => readonly Row[],
): AsyncGenerator<Row> {
  for (let last: Row | undefined; ; ) {
    const rows = after(await views(), last);
    yield* rows;
    if (rows.length < most) return;
    last = rows.at(-1);
    await nextTurn();
  }
}

async function* due(
  views: () => Promise<Sql>,
  params: Params,
  { after, count }: { readonly after: Place; readonly count: number },
): AsyncGenerator<FoundPlace> {
  let left = count;
  const timed = inTurns<FoundPlace & { readonly fits: 0 | 1 }>(
    views,
    IN_A_TURN.looked,
    (open, { created_at, first } = { ...after, position: 0, fits: 0 }) =>
      open.all(
        `SELECT o.position, o.created_at, o.first, (${DUE_AT} <= :at AND ${STANDS}) AS fits
         FROM observations AS o INDEXED BY observations_timed
         WHERE o.until IS NULL AND ${DUE_AT} IS NOT NULL AND (o.created_at, o.first) < (:created_at, :first)
         ORDER BY o.created_at DESC, o.first DESC LIMIT ${IN_A_TURN.looked}`,
        { ...params, created_at, first },
      ),
  );
  for await (const { fits, ...place } of timed) {
    if (fits === 0) continue;
    yield place;
    left -= 1;
    if (left === 0) return;
  }
}

async function* wrong(views: () => Promise<Sql>, params: Params): AsyncGenerator<FoundPlace> {
  const judged = inTurns<FoundPlace & { readonly id: string; readonly fits: 0 | 1 }>(
    views,
    IN_A_TURN.looked,
    (open, last) =>
      open.all(
        `SELECT o.id, o.position, o.created_at, o.first, (${IS_WRONG}) AS fits
         FROM (SELECT DISTINCT id FROM judged WHERE outdated + wrong > 0 AND id > :id
               ORDER BY id LIMIT ${IN_A_TURN.looked}) AS w
           CROSS JOIN observations AS o ON o.id = w.id AND o.until IS NULL
         ORDER BY o.id`,
        { ...params, id: last?.id ?? '' },
      ),
  );
  for await (const { fits, id: _, ...place } of judged) if (fits === 1) yield place;
}

async function* suspect(views: () => Promise<Sql>, params: Params): AsyncGenerator<FoundPlace> {
  const listed = inTurns<FoundPlace & { readonly fits: 0 | 1 }>(
    views,
    IN_A_TURN.looked,
    (open, { created_at, first } = { ...END, position: 0, fits: 0 }) =>
      open.all(
        `SELECT o.position, o.created_at, o.first, (${STANDS}) AS fits
         FROM observations AS o INDEXED BY observations_suspect
         WHERE o.until IS NULL AND o.suspect IS NOT NULL AND (o.created_at, o.first) < (:created_at, :first)
         ORDER BY o.created_at DESC, o.first DESC LIMIT ${IN_A_TURN.looked}`,
        { ...params, created_at, first },
      ),
  );
  for await (const { fits, ...place } of listed) if (fits === 1) yield place;
}

/** The notes that the newest one about the same thing contradicts, and its id. */
async function* contradicted(
  views: () => Promise<Sql>,
  params: Params,
): AsyncGenerator<{ readonly place: FoundPlace; readonly by: string }> {
  let compared = 0;
  for await (const group of groups(views, params)) {
    compared += 1;
    if (compared % IN_A_TURN.compared === 0) await nextTurn();
    yield* contradictedIn(await views(), params, group);
  }
}

async function* groups(views: () => Promise<Sql>, params: Params): AsyncGenerator<Group> {
  const claimsOf = (where: string, start: Group) =>
    inTurns<Group & { readonly count: number }>(
      views,
      IN_A_TURN.counted,
      (open, { project_key, claim } = { ...start, count: 0 }) =>
        open.all(
          `SELECT project_key, claim, count(*) AS count FROM observations INDEXED BY observations_by_claim
           WHERE until IS NULL AND claim IS NOT NULL AND ${where}
           GROUP BY project_key, claim ORDER BY project_key, claim LIMIT ${IN_A_TURN.counted}`,
          { project_key, claim, last_project: params.project ?? BEHIND_ALL },
        ),
    );
  const ofProjects =
    '(project_key, claim) > (:project_key, :claim) AND project_key <= :last_project';
  const sources = [claimsOf(ofProjects, { project_key: params.project ?? '', claim: -1 })];
  if (params.project === null)
    sources.push(
      claimsOf('project_key IS NULL AND claim > :claim', { project_key: null, claim: -1 }),
    );
  for (const claims of sources)
    for await (const { count, ...group } of claims) if (count > 1) yield group;
}

/** Later than the keys of all projects. */
const BEHIND_ALL = '\u{10ffff}';

type Compared = FoundPlace &
  Pick<ObservationRow, 'id' | 'title' | 'revision' | 'recorded_at'> & { readonly helped: 0 | 1 };

/** So many notes that all say other numbers are a series, such as the records of weekly meetings. */
const SERIES = 4;

/** Of the notes that hold, the one that was written last contradicts the others. */
function* contradictedIn(open: Sql, params: Params, { project_key, claim }: Group) {
  const rows = open.all<Compared>(
    `SELECT o.position, o.created_at, o.first, o.id, o.title, o.revision, o.recorded_at,
       EXISTS (SELECT 1 FROM judged AS j WHERE j.id = o.id AND j.helped > 0 AND ${visibleByKey('j.')}) AS helped
     FROM observations AS o INDEXED BY observations_by_claim
     WHERE o.claim = :claim AND o.claim IS NOT NULL AND o.project_key IS :project_key AND ${STANDS} AND NOT ${SINKS}
     ORDER BY o.created_at DESC, o.first DESC LIMIT ${MOST_COMPARED}`,
    { ...params, project_key, claim },
  );
  const notes = rows.map((row) => ({ ...row, said: claimOf(row.title) }));
  const numbers = new Set(notes.map(({ said }) => said.numbers));
  if (numbers.size >= SERIES && numbers.size === notes.length) return;
  const [newest, ...others] = notes.sort(
    (a, b) => writtenAt(b) - writtenAt(a) || b.position - a.position,
  );
  for (const { position, created_at, first, helped, said } of others) {
    if (newest && helped === 0 && contradictions(newest.said, said).length > 0)
      yield { place: { position, created_at, first }, by: newest.id };
  }
}

/** How many notes are often wrong. */
export function oftenWrongTotal(views: Sql, sees: Visibility): number {
  const query = `SELECT count(*) AS count FROM (SELECT DISTINCT id FROM judged WHERE outdated + wrong > 0) AS w
    CROSS JOIN observations AS o ON o.id = w.id WHERE ${IS_WRONG}`;
  return views.get<{ count: number }>(query, paramsOf(sees, undefined, 0))?.count ?? 0;
}
