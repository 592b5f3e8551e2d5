import { z } from 'zod';
import type { Visibility } from '../domain/caller.js';
import { projectKey } from '../domain/names.js';
import type { Observation, ObservationType } from '../domain/observation.js';
import { textSize } from '../domain/textSize.js';
import type { Clock } from '../domain/time.js';
import type { LogEntry } from '../log/eventLog.js';
import type { ObservationRow, ProposalRow } from '../projections/observationRow.js';
import type { Sql } from '../sqlite/sqlite.js';
import type { ReadModels } from '../views/readModels.js';
import { inSlices, type SlicedList, type Slices } from './inSlices.js';
import { observationOf, type Shown } from './observationOf.js';
import type { FoundPlace, Listing, Place } from './search/findNewest.js';
import { type SearchFilters, searchScope } from './search/searchScope.js';
import { mayHearOf } from './streamVisibility.js';
import {
  type AsOf,
  CURRENT_AS_OF,
  type Instant,
  NOW,
  nowAt,
  shownFrom,
  visible,
  visibleTo,
} from './visible.js';

/** The parts of an open vault that list its newest observations. */
interface Listable {
  readonly readModels: ReadModels;
  findNewest(listing: Listing): Promise<readonly FoundPlace[]>;
}

/** A row of what counts, or of what is proposed. */
type Row = ObservationRow | ProposalRow;

/** A part of a list. */
interface Page {
  readonly observations: Observation[];
  /** The place of the last observation, behind which the next page begins; undefined on the last page. */
  readonly next: Place | undefined;
}

/** A page of observations, newest first. A page with long texts ends before `limit`. */
export async function listNewest(vault: Listable, listing: Listing): Promise<Page> {
  const { sees, limit, filters } = listing;
  const shown = { sees, as_of: filters.as_of ?? NOW, at: filters.at };
  // One more than requested shows whether there is a next page.
  const places = await vault.findNewest({ ...listing, limit: limit + 1 });
  const positions = places.map(({ position }) => position);
  const { observations, next } = await firstPage(limit, shown, {
    views: () => vault.readModels.current(...shownFrom(sees)),
    after: (open, last) => rowsAt(open, positions, last),
  });
  // One that was forgotten meanwhile is not on the page, which may be the last one then only by its length.
  return { observations, next: next ?? (places.length > limit ? places.at(-1) : undefined) };
}

/** The rows at these positions, behind `last`, in this order. */
export function* rowsAt(
  views: Sql,
  positions: readonly number[],
  last: Pick<ObservationRow, 'position'> | undefined,
): Generator<Row> {
  for (const position of positions.slice(last ? positions.indexOf(last.position) + 1 : 0)) {
    const row =
      views.get<ObservationRow>('SELECT * FROM observations WHERE position = ?', [position]) ??
      views.get<ProposalRow>('SELECT * FROM proposals WHERE position = ?', [position]);
    if (row) yield row;
  }
}

/** `from` and `to` are seconds since 1970, both inclusive. */
interface TimelineRange extends Instant {
  readonly project: string;
  readonly from: number;
  readonly to: number;
  readonly after?: Place | undefined;
  readonly limit: number;
}

/**
 * The observations of a project that the caller may see, from oldest to newest, a page at a time. A page with long texts
 * ends before `limit`.
 */
export async function getTimeline(
  views: () => Promise<Sql>,
  sees: Visibility,
  range: TimelineRange,
): Promise<Page> {
  const start = range.after ?? { created_at: range.from, first: 0 };
  const shown = { sees, as_of: range.as_of, at: range.at };
  return firstPage(range.limit, shown, {
    views,
    after: (open, last, count) =>
      open.each<ObservationRow>(
        `SELECT * FROM observations
         WHERE project_key = :project AND (created_at, first) > (:created_at, :first)
           AND created_at BETWEEN :from AND :to AND ${visible()} AND ${CURRENT_AS_OF}
         ORDER BY created_at, first LIMIT :left`,
        {
          ...visibleTo(sees),
          project: projectKey(range.project),
          from: range.from,
          to: range.to,
          created_at: last?.created_at ?? start.created_at,
          first: last?.first ?? start.first,
          as_of: shown.as_of,
          // One more row than requested shows whether there is a next page.
          left: range.limit + 1 - count,
        },
      ),
  });
}

/** UTF-16 units of text with which a page ends, since it is in memory as a whole. */
const PAGE_SIZE = 4 * 1024 * 1024;

/** The first `limit` observations of a list, or fewer with long texts. The list must go on beyond the page where there is more. */
async function firstPage(
  limit: number,
  shown: Shown,
  list: Omit<SlicedList<Row, unknown>, 'toItem'>,
): Promise<Page> {
  const observations: Observation[] = [];
  let last: Place | undefined;
  let size = 0;
  const toItem = (open: Sql, row: Row) => ({
    place: { created_at: row.created_at, first: row.first },
    observation: observationOf(open, row, shown),
  });
  for await (const slice of inSlices({ ...list, toItem })) {
    for (const { place, observation } of slice) {
      if (observations.length === limit || size > PAGE_SIZE) return { observations, next: last };
      observations.push(observation);
      last = place;
      size += textSize(observation);
    }
  }
  return { observations, next: undefined };
}

/** Filters for observations; without any, all observations match. */
export interface ListFilters {
  readonly project?: string | undefined;
  readonly team?: string | undefined;
  readonly type?: ObservationType | undefined;
  /** Only observations created before this time, in seconds since 1970. */
  readonly before?: number | undefined;
  readonly as_of?: AsOf | undefined;
}

const CONDITIONS = {
  project: 'project_key = :project',
  team: 'team = :team',
  type: 'type = :type',
  before: 'created_at < :before',
  as_of: CURRENT_AS_OF,
} satisfies Record<keyof ListFilters, string>;

/**
 * The observations that the caller may see, in the order of their newest revisions, as they are at `at`; behind them those that are
 * proposed.
 */
export async function* listObservations(
  views: () => Promise<Sql>,
  sees: Visibility,
  { at, ...filters }: ListFilters & Pick<Instant, 'at'>,
): Slices<Observation> {
  const { where, params } = whereOf(sees, filters);
  const shown = { sees, as_of: filters.as_of ?? NOW, at };
  for (const table of TABLES) {
    yield* inSlices<Row, Observation>({
      views,
      after: (open, last) =>
        open.each<Row>(
          `SELECT * FROM ${table} WHERE position > :after AND ${where} ORDER BY position`,
          { ...params, after: last?.position ?? 0 },
        ),
      toItem: (open, row) => observationOf(open, row, shown),
    });
  }
}

/** Where observations are: what counts, and what is proposed. */
const TABLES = ['observations', 'proposals'] as const;

/** How many observations are proposed, of those that pass these filters. */
export function countProposals(views: Sql, sees: Visibility, filters: SearchFilters): number {
  const { conditions, params } = searchScope(views, sees, filters);
  const query = `SELECT count(*) AS count FROM proposals AS o WHERE ${conditions}`;
  return views.get<{ count: number }>(query, params)?.count ?? 0;
}

/** The number of observations that match. */
export function countObservations(views: Sql, sees: Visibility, filters: ListFilters): number {
  const { where, params } = whereOf(sees, filters);
  const counts = TABLES.map((table) => {
    const sql = `SELECT count(*) AS count FROM ${table} WHERE ${where}`;
    return views.get<{ count: number }>(sql, params)?.count ?? 0;
  });
  return counts.reduce((sum, count) => sum + count, 0);
}

function whereOf(sees: Visibility, filters: ListFilters) {
  const project = filters.project === undefined ? undefined : projectKey(filters.project);
  const given = { as_of: NOW, ...filters, project };
  const active = Object.entries(given).filter(([, value]) => value !== undefined);
  // The cast restores what Object.entries loses: the keys are those of ListFilters.
  const conditions = active.map(([key]) => CONDITIONS[key as keyof ListFilters]);
  return {
    where: [visible(), ...conditions].join(' AND '),
    params: { ...visibleTo(sees), ...Object.fromEntries(active) },
  };
}

/** What is told of a note that was saved, revised or forgotten. */
type News = Observation | { readonly id: string; readonly forgotten: true };

/** What the event says of a note that was forgotten. */
export const Forgotten = z.object({ id: z.string(), wall_key: z.string().optional() });

/**
 * What a caller is told of an event of a note: the note in the revision that the event wrote, while that is its newest one
 * and passes the filters; of a forgotten one the id, whatever the filters, since nothing else is known of it. Undefined when
 * it is told nothing.
 */
export function observationNews(
  { readModels, clock }: Pick<Listable, 'readModels'> & { readonly clock: Clock },
  sees: Visibility,
  filters: Omit<SearchFilters, 'at'>,
) {
  return async ({ type, position, data }: LogEntry): Promise<News | undefined> => {
    if (type === 'observation.forgotten') {
      const { id, wall_key } = Forgotten.parse(data);
      return mayHearOf(sees, wall_key) ? { id, forgotten: true } : undefined;
    }
    const views = await readModels.current(...shownFrom(sees));
    const now = nowAt(clock());
    const { conditions, params } = searchScope(views, sees, { ...filters, ...now });
    const query = `SELECT o.* FROM observations AS o WHERE o.position = :position AND ${conditions}`;
    const row = views.get<ObservationRow>(query, { ...params, position });
    return row && observationOf(views, row, { sees, ...now });
  };
}
