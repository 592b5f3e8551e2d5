import type { z } from 'zod';
import { pathKey } from '../domain/anchor.js';
import { ownOf, type Visibility } from '../domain/caller.js';
import { fairShares } from '../domain/fairShares.js';
import { LAYER_KEYS, layersOf, layerWith, ONE_FOR_LAYERS_IN } from '../domain/layers.js';
import type { Observation, ObservationType } from '../domain/observation.js';
import type { ObservationRow, ProposalRow } from '../projections/observationRow.js';
import { scopeToken } from '../projections/searchIndex.js';
import type { Sql } from '../sqlite/sqlite.js';
import { inSlices, type Slices } from './inSlices.js';
import { rowsAt } from './listObservations.js';
import { newestNotes } from './newestNotes.js';
import { IS_PINNED, observationOf, SINKS } from './observationOf.js';
import { type FoundPlace, findNewest } from './search/findNewest.js';
import type { InLayer } from './search/searchHit.js';
import { anyInScope, searchScope } from './search/searchScope.js';
import type { Instant, Seen } from './visible.js';

/** Whose context is asked for, and how many notes of it. */
interface ContextRequest extends Instant {
  readonly project: string;
  readonly limit: number;
  /** Paths from the root of the repository, of folders with a `/` at the end: notes about these come before the newest. */
  readonly files: readonly string[];
  /**
   * Whether no author, type, session or import may have more than half of the places of the newest notes, and small ones
   * (`isSmall`) not more than a quarter.
   */
  readonly spread?: boolean | undefined;
  /** Whether notes of its layers come behind those of the project. */
  readonly layers?: boolean | undefined;
}

/** A note of a context. */
type ContextNote = Observation & z.infer<typeof InLayer>;

/** The read model that a context is made from, besides those of `shownFrom`. */
export const CONTEXT_FROM = 'imports';

/**
 * What to know of a project (`placesIn`), and behind it what to know of each of its layers. These have a quarter of the places at most, or
 * what the project leaves; each has half of that, and what the other leaves.
 */
export async function* getContext(
  views: () => Promise<Sql>,
  sees: Visibility,
  { layers = false, ...request }: ContextRequest,
): Slices<ContextNote> {
  const { project, limit, as_of, at } = request;
  const inLayers = layers ? await layerPlaces(views, sees, request) : [];
  const held = inLayers.reduce((sum, { length }) => sum + length, 0);
  const kept = Math.min(held, Math.floor(limit / ONE_FOR_LAYERS_IN));
  const own = await placesIn(views, { ...request, sees }, { ...request, limit: limit - kept });
  const places = [...own, ...inShares(inLayers, limit - own.length)];
  const positions = places.map(({ position }) => position);
  yield* inSlices<ObservationRow | ProposalRow, ContextNote>({
    views,
    after: (open, last) => rowsAt(open, positions, last),
    toItem(open, row) {
      const note = observationOf(open, row, { sees, as_of, at });
      const isOwn = row.wall === sees.person;
      const layer = layers && layerWith(project, { project: row.project, isOwn });
      return layer ? { ...note, layer } : note;
    },
  });
}

/** Where that is which is to be known of each layer of a project. */
async function layerPlaces(
  views: () => Promise<Sql>,
  sees: Visibility,
  { project, limit, spread, as_of, at }: ContextRequest,
): Promise<(readonly FoundPlace[])[]> {
  const found: (readonly FoundPlace[])[] = [];
  for (const layer of layersOf(project)) {
    const seesLayer = layer === 'personal' ? ownOf(sees) : sees;
    if (!seesLayer) continue;
    const seen = { sees: seesLayer, project: LAYER_KEYS[layer], as_of, at };
    found.push(await placesIn(views, seen, { limit, files: [], spread }));
  }
  return found;
}

/** The first of some lists, as many as `total`: of each the same share, and what the others leave. */
function inShares<T>(lists: readonly (readonly T[])[], total: number): readonly T[] {
  const shares = lists.map(({ length }) => ({ least: 0, wanted: length }));
  return lists.flatMap((list, i) => list.slice(0, fairShares(total, shares)[i]));
}

/**
 * Where that is which is to be known of a project: its pinned notes, newest first, then those about the files (`notesAbout`), then its
 * newest other ones. Those whose place another note took are left out, unless they are pinned. Pinned notes have half of the places,
 * those about the files half of the rest, and both have what the others leave.
 */
async function placesIn(
  views: () => Promise<Sql>,
  seen: Seen,
  { limit, files, spread = false }: Pick<ContextRequest, 'limit' | 'files' | 'spread'>,
): Promise<readonly FoundPlace[]> {
  const { sees, project, as_of, at } = seen;
  const filters = { project, as_of, at, pinned: true as const };
  const pinned = findNewest(await views(), { sees, filters, limit, given: true });
  const about = notesAbout(await views(), seen, files);
  const behindPins = limit - Math.min(pinned.length, Math.ceil(limit / 2));
  const left = behindPins - Math.min(about.length, Math.ceil(behindPins / 2));
  const except = new Set(about.map(({ position }) => position));
  const newest = await newestNotes(views, seen, { limit: left, spread, except });
  const mostAbout = behindPins - newest.length;
  const mostPinned = limit - Math.min(about.length, mostAbout) - newest.length;
  return [...pinned.slice(0, mostPinned), ...about.slice(0, mostAbout), ...newest];
}

/** Revisions at most that are looked through: the newest of those about the files. */
const MOST_LOOKED_AT = 2_000;

/** What one is to keep to. */
const RULE_TYPES: readonly ObservationType[] = ['decision', 'antipattern', 'pattern'];
const RULES = RULE_TYPES.map((type) => `'${type}'`).join(', ');

/**
 * Where the notes of a project are that are about any of these files, hold and are not pinned: first what one is to keep to
 * (decisions, antipatterns and patterns), then the others, each newest first.
 */
function notesAbout(
  views: Sql,
  { sees, project, as_of, at }: Seen,
  files: readonly string[],
): readonly FoundPlace[] {
  if (files.length === 0) return [];
  const scope = searchScope(views, sees, { project, as_of, at });
  const words = files.map((file) => scopeToken('path', pathKey(file)));
  return views.all<FoundPlace>(
    `SELECT o.position, o.created_at, o.first
     FROM (SELECT rowid AS found FROM observations_fts
           WHERE observations_fts MATCH :expression ORDER BY rowid DESC LIMIT ${MOST_LOOKED_AT})
       CROSS JOIN observations AS o ON o.position = found
     WHERE ${scope.conditions} AND NOT ${IS_PINNED} AND NOT ${SINKS}
     ORDER BY o.type IN (${RULES}) DESC, o.created_at DESC, o.first DESC`,
    { ...scope.params, expression: scope.within(anyInScope(words)) },
  );
}
