import { type ScopeField, scopeToken } from '../../projections/search/scopeToken.js';
import type { Sql } from '../../sqlite/sqlite.js';
import { type AsOf, CURRENT_AS_OF, NOW } from '../asOf.js';
import { estimateMatches } from './countMatches.js';

/** What hits are narrowed to. */
export interface SearchFilters {
  readonly project?: string | undefined;
  readonly type?: string | undefined;
  readonly team?: string | undefined;
  readonly country?: string | undefined;
  readonly author?: string | undefined;
  readonly tag?: string | undefined;
  readonly session_id?: string | undefined;
  /** Seconds since 1970, inclusive. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** Only what was received from other vaults than this one. */
  readonly beside?: string | undefined;
  /** Only what stood after this event. */
  readonly as_of?: AsOf | undefined;
}

/** Filters, as SQL and FTS5 take them. */
export interface SearchScope {
  /** An FTS5 expression narrowed to the scope, so that a filtered search does not read the whole vault. */
  within(expression: string): string;
  /** About how many observations are in it, times and origin aside; undefined for the whole vault. */
  readonly size: number | undefined;
  /** SQL for a row `o` of `observations`: holds exactly for what is in the scope. */
  readonly conditions: string;
  /** SQL for a row of the index: what no word of it tells. */
  readonly indexConditions: string;
  /** What both refer to. */
  readonly params: Readonly<Record<string, string | number>>;
}

const CONDITIONS = {
  project: 'o.project = :project',
  type: 'o.type = :type',
  team: 'o.team = :team',
  country: 'o.country = :country',
  author: 'o.author = :author',
  tag: 'EXISTS (SELECT 1 FROM json_each(o.tags) WHERE value = :tag)',
  session_id: 'o.session_id = :session_id',
  from: 'o.created_at >= :from',
  to: 'o.created_at <= :to',
  // Null, and so not taken, for what was made here.
  beside: "o.origin ->> '$.instance' <> :beside",
  as_of: CURRENT_AS_OF,
} satisfies Record<keyof SearchFilters, string>;

/** Reads filters once for all that a search asks of the index. */
export function searchScope(views: Sql, filters: SearchFilters): SearchScope {
  const { from, to, beside, as_of = NOW, ...words } = filters;
  const params = given({ from, to, beside, as_of, ...words });
  const tokens = Object.entries(given(words)).map(
    // The keys are those of SearchFilters that words tell; Object.entries forgets it.
    ([field, value]) => `scope : "${scopeToken(field as ScopeField, String(value))}"`,
  );
  const conditionOf = (field: string) => CONDITIONS[field as keyof SearchFilters];
  const untold = Object.keys(given({ from, to, beside })).map(conditionOf);
  return {
    within: (expression) => [`(${expression})`, ...tokens].join(' AND '),
    size: tokens.length > 0 ? estimateMatches(views, tokens.join(' AND ')) : undefined,
    conditions: Object.keys(params).map(conditionOf).join(' AND '),
    indexConditions: [
      'observations_fts.rowid <= :as_of',
      ...(untold.length > 0
        ? [
            `EXISTS (SELECT 1 FROM observations AS o
                    WHERE o.position = observations_fts.rowid AND ${untold.join(' AND ')})`,
          ]
        : []),
    ].join(' AND '),
    params,
  };
}

function given(
  fields: Readonly<Record<string, string | number | undefined>>,
): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([field, value]) =>
      value === undefined ? [] : [[field, value]],
    ),
  );
}
