import type { Sql } from '../log/sqlite.js';
import type { ObservationRow } from '../projections/observationRow.js';
import { projectToken, typeToken } from '../projections/searchIndex.js';

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
}

/** An observation that matched; the lower the rank the better. */
export interface Match {
  readonly position: number;
  readonly rank: number;
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
} satisfies Record<keyof SearchFilters, string>;

/** The two indexes, with the weight of each of their columns. */
const INDEXES = {
  stems: { table: 'observations_fts', weights: '1.5, 1, 1.5, 1, 0.4, 0' },
  exact: { table: 'observations_exact', weights: '1.5, 1, 1.5, 0' },
} as const;

/**
 * At most `limit` observations that match an FTS5 expression and the filters, best first, ties by newest.
 * Project and type also narrow the expression, so that a filtered search does not rank the whole vault.
 */
export function matchObservations(
  views: Sql,
  index: keyof typeof INDEXES,
  expression: string,
  filters: SearchFilters,
  limit: number,
): Match[] {
  const { table, weights } = INDEXES[index];
  const given = Object.entries(filters).filter(([, value]) => value !== undefined);
  // The keys are those of CONDITIONS; Object.entries forgets it.
  const conditions = given.map(([key]) => `AND ${CONDITIONS[key as keyof SearchFilters]}`);
  return views.all<Match>(
    `SELECT o.position, bm25(${table}, ${weights}) AS rank
     FROM ${table} JOIN observations AS o ON o.position = ${table}.rowid
     WHERE ${table} MATCH :expression ${conditions.join(' ')}
     ORDER BY rank, o.position DESC LIMIT :limit`,
    { ...Object.fromEntries(given), expression: scoped(expression, filters), limit },
  );
}

/** The observations behind matches, in their order. Read last: a text may be half a megabyte. */
export function rowsOf(views: Sql, matches: readonly Match[]): readonly (Match & ObservationRow)[] {
  return matches.flatMap((match) => {
    const row = views.get<ObservationRow>('SELECT * FROM observations WHERE position = ?', [
      match.position,
    ]);
    return row ? [{ ...row, ...match }] : [];
  });
}

function scoped(expression: string, { project, type }: SearchFilters): string {
  const scope = [
    ...(project === undefined ? [] : [`scope : "${projectToken(project)}"`]),
    ...(type === undefined ? [] : [`scope : "${typeToken(type)}"`]),
  ];
  return [`(${expression})`, ...scope].join(' AND ');
}
