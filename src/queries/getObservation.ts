import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Visibility } from '../domain/caller.js';
import type { Observation } from '../domain/observation.js';
import { rejectionOf } from '../domain/parse.js';
import { Rejection } from '../domain/rejection.js';
import { textSize } from '../domain/textSize.js';
import { isWholeUlid } from '../domain/ulid.js';
import { observation } from '../events/observation.js';
import type { VaultEvent } from '../events/vaultEvent.js';
import type { ObservationRow, ProposalRow } from '../projections/observationRow.js';
import type { Sql } from '../sqlite/sqlite.js';
import type { ReadModels } from '../views/readModels.js';
import { inSlices, SLICE, type Slices } from './inSlices.js';
import { observationOf, type Revision, revisionOf } from './observationOf.js';
import { type Readable, readConfirmed } from './readConfirmed.js';
import { maySeeStream } from './streamVisibility.js';
import {
  type AsOf,
  CURRENT_AS_OF,
  type Instant,
  NOW,
  shownFrom,
  visible,
  visibleTo,
} from './visible.js';

/** One observation. Throws `Rejection('not_found')`, also for one that the caller may not see. */
export async function getObservation(
  vault: Readable,
  sees: Visibility,
  id: string,
  instant: Instant,
): Promise<Observation> {
  const { as_of } = instant;
  const stream = streamOf(id);
  const isShown = async () => {
    // What came before a forgetting is erased, and is not among the kept events.
    const ends = await vault.log.readStream(stream, { only: 'ends' });
    const saved = ends.find((event) => event.type === 'observation.saved');
    const isWhole = saved?.data.state === undefined;
    const begun = isWhole ? saved : beginning(await vault.log.readStream(stream));
    return begun !== undefined && begun.position <= as_of && maySeeStream(ends, sees);
  };
  const wanted = { about: shownFrom(sees), stream, isShown };
  return readConfirmed(vault, wanted, (views) => {
    const row = currentRow(views, sees, { id, as_of });
    // A damaged index may lead to another row.
    if (row?.id !== id) throw unknown(id);
    return observationOf(views, row, { sees, ...instant });
  });
}

/** The event since which a note is shown that was proposed: the one that accepted it, else the newest, as a proposal has no past. */
function beginning(events: readonly VaultEvent[]): VaultEvent | undefined {
  const isAccepted = (event: VaultEvent) =>
    event.type === 'observation.revised' && event.data.state === undefined;
  return events.find(isAccepted) ?? events.at(-1);
}

/** The revision of a note that was current, or the note as it is proposed. */
function currentRow(
  views: Sql,
  sees: Visibility,
  { id, as_of }: { readonly id: string; readonly as_of: AsOf },
): ObservationRow | ProposalRow | undefined {
  const where = `WHERE id = :id AND ${visible()} AND ${CURRENT_AS_OF}`;
  const params = { ...visibleTo(sees), id, as_of };
  return (
    views.get<ObservationRow>(`SELECT * FROM observations ${where}`, params) ??
    views.get<ProposalRow>(`SELECT * FROM proposals ${where}`, params)
  );
}

/** All revisions of an observation, oldest first; of one that is proposed, as it is now. Throws `Rejection('not_found')`, as `getObservation`. */
export async function getHistory(
  vault: Readable,
  sees: Visibility,
  id: string,
): Promise<Slices<Revision>> {
  const stream = streamOf(id);
  const wanted = { about: shownFrom(sees), stream, sees };
  const where = `id = :id AND ${visible()}`;
  const proposal = await readConfirmed(vault, wanted, (views) => {
    const row = currentRow(views, sees, { id, as_of: NOW });
    if (row?.id === id && 'supersedes' in row) return revisionOf(views, row, sees);
    const query = `SELECT id, revision FROM observations WHERE ${where} ORDER BY position`;
    const rows = views.all<Pick<ObservationRow, 'id' | 'revision'>>(query, {
      ...visibleTo(sees),
      id,
    });
    // A damaged index may lead to other rows, or leave some out.
    if (rows.length === 0 || !rows.every(isRevisionOf(id))) throw unknown(id);
    return undefined;
  });
  if (proposal) return alone({ ...proposal, state: 'proposed' });
  return inSlices<ObservationRow, Revision>({
    views: () => vault.readModels.current(...shownFrom(sees)),
    after: (open, last) =>
      open.each<ObservationRow>(
        `SELECT * FROM observations WHERE ${where} AND position > :after ORDER BY position`,
        { ...visibleTo(sees), id, after: last?.position ?? 0 },
      ),
    toItem: (open, row) => revisionOf(open, row, sees),
  });
}

async function* alone(revision: Revision): Slices<Revision> {
  yield [revision];
}

const streamOf = (id: string) => `${observation.name}/${id}`;

const isRevisionOf =
  (id: string) => (row: Pick<ObservationRow, 'id' | 'revision'>, before: number) =>
    row.id === id && row.revision === before + 1;

function unknown(id: string): Rejection {
  return new Rejection('not_found', `there is no observation ${id}`);
}

/** An id, or the end of one, that is asked for. */
export interface AskedId {
  readonly text: string;
  /** The text in its canonical form. */
  readonly idOrEnd: string;
}

/** The observations that were found, and the texts for which there is none: each once, in the order asked. */
interface Gathered {
  readonly observations: Observation[];
  readonly missing: string[];
}

/**
 * The observations that the caller may see with these ids. Throws `Rejection('conflict')` when the ends of ids fit several;
 * it names them all.
 */
export async function getObservations(
  vault: Readable,
  sees: Visibility,
  asked: readonly AskedId[],
  instant: Instant,
): Promise<Gathered> {
  const fitting = await idsOf(vault, sees, asked, instant.as_of);
  const observations = new Map<string, Observation>();
  const missing = new Set<string>();
  let size = 0;
  for (const { text, id } of fitting) {
    if (id !== undefined && observations.has(id)) continue;
    const one = id === undefined ? undefined : await observationIfAny(vault, sees, id, instant);
    if (!one) {
      missing.add(text);
      continue;
    }
    observations.set(one.id, one);
    size += textSize(one);
    if (size <= SLICE) continue;
    // Fifty long texts would hold the event loop.
    await nextTurn();
    size = 0;
  }
  return { observations: [...observations.values()], missing: [...missing] };
}

/** What is asked for with its whole id; without one when nothing has such an end. */
async function idsOf(
  { readModels }: Readable,
  sees: Visibility,
  asked: readonly AskedId[],
  as_of: AsOf,
): Promise<readonly { readonly text: string; readonly id: string | undefined }[]> {
  const views = await readModels.current('observations');
  const fitting = asked.map(({ text, idOrEnd }) => ({
    text,
    ids: isWholeUlid(idOrEnd) ? [idOrEnd] : idsWithEnd(views, sees, idOrEnd, as_of),
  }));
  const errors = fitting
    .filter(({ ids }) => ids.length > 1)
    .map(({ text, ids }) => ({ path: '/ids', message: ambiguity(text, ids) }));
  if (errors.length > 0) throw rejectionOf(errors, 'conflict');
  return fitting.map(({ text, ids: [id] }) => ({ text, id }));
}

async function observationIfAny(
  vault: Readable,
  sees: Visibility,
  id: string,
  instant: Instant,
): Promise<Observation | undefined> {
  try {
    return await getObservation(vault, sees, id, instant);
  } catch (error) {
    if (error instanceof Rejection && error.code === 'not_found') return undefined;
    throw error;
  }
}

/**
 * The id of the observation whose id is or ends in `idOrEnd`, in its canonical form. Of ends, only observations count that
 * the caller may see and that were there at `as_of`. A whole id is not looked up. Throws `Rejection('not_found')` when none
 * has such an end, and `Rejection('conflict')` when several have. The log is not asked as well: it knows whole ids only.
 */
export async function fullId(
  readModels: ReadModels,
  sees: Visibility,
  idOrEnd: string,
  as_of: AsOf = NOW,
): Promise<string> {
  if (isWholeUlid(idOrEnd)) return idOrEnd;
  const views = await readModels.current('observations');
  const ids = idsWithEnd(views, sees, idOrEnd, as_of);
  if (ids.length > 1) throw new Rejection('conflict', `id: ${ambiguity(idOrEnd, ids)}`);
  const [id] = ids;
  if (id === undefined) throw new Rejection('not_found', `there is no observation ${idOrEnd}`);
  return id;
}

/** Ids with the same end that are looked for. Chance makes no two of them, but the owner may import any. */
const MOST_FOUND = 100;

/**
 * Ids that end in a text of at least 8 characters, oldest first: of what the caller may see and was there at `as_of`. Not more
 * than `MOST_FOUND`.
 */
export function idsWithEnd(
  views: Sql,
  sees: Visibility,
  end: string,
  as_of: AsOf,
): readonly string[] {
  const fits = `substr(id, -8) = substr(:end, -8) AND substr(id, -length(:end)) = :end
    AND position <= :as_of AND ${visible()}`;
  const rows = views.all<Pick<ObservationRow, 'id'>>(
    `SELECT id, position FROM observations INDEXED BY observations_by_end WHERE revision = 1 AND ${fits}
     UNION ALL SELECT id, position FROM proposals INDEXED BY proposals_by_end WHERE ${fits}
     ORDER BY position LIMIT :most`,
    { ...visibleTo(sees), end, as_of, most: MOST_FOUND },
  );
  return rows.map(({ id }) => id);
}

/** Ids that a refusal names. */
const MOST_NAMED = 5;

/** Says that an end of an id fits several. */
export function ambiguity(end: string, ids: readonly string[]): string {
  const named = ids.slice(0, MOST_NAMED).join(', ');
  const more = ids.length - MOST_NAMED;
  const atLeast = ids.length === MOST_FOUND ? 'at least ' : '';
  return `${end} is the end of several ids: ${named}${more > 0 ? ` and ${atLeast}${more} more` : ''}`;
}
