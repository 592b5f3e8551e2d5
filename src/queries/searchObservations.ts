import Database from 'better-sqlite3';
import { z } from 'zod';
import { Observation } from '../domain/observation.js';
import { Rejection } from '../domain/rejection.js';
import type { Sql } from '../log/sqlite.js';
import type { ObservationRow } from '../projections/observations.js';
import { observationOf } from './observationOf.js';
import { readQuery } from './readQuery.js';

/** An observation that was found. */
export const SearchHit = Observation.extend({
  source: z.enum(['local', 'hive']).meta({ description: 'Where it was found.' }),
  score: z.number().meta({ description: 'Relevance (BM25); higher is better within one answer.' }),
}).meta({ id: 'SearchHit', description: 'An observation that was found.' });
export type SearchHit = z.infer<typeof SearchHit>;

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

export interface SearchPage {
  readonly limit: number;
  readonly offset: number;
}

type HitRow = ObservationRow & { readonly rank: number };

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

/**
 * Observations that match `q`, best first; ties by newest. Explicit FTS5 syntax is run as written. Other
 * text is words: those that hold all of them come first, those that hold some fill up the page. Throws
 * `Rejection('invalid_query')` for a blank `q` and nothing else.
 */
export function searchObservations(
  views: Sql,
  q: string,
  filters: SearchFilters,
  { limit, offset }: SearchPage,
): SearchHit[] {
  if (q.trim() === '') throw new Rejection('invalid_query', 'q: must not be blank');
  const { syntax, words } = readQuery(q);
  const wanted = offset + limit;
  const explicit = syntax === undefined ? undefined : matchSyntax(views, syntax, filters, wanted);
  const hits = explicit ?? matchWords(views, words, filters, wanted);
  return hits.slice(offset).map(hitOf);
}

/** Undefined when FTS5 does not take it for syntax after all: then it is words. */
function matchSyntax(
  views: Sql,
  syntax: string,
  filters: SearchFilters,
  wanted: number,
): HitRow[] | undefined {
  try {
    return match(views, syntax, filters, wanted);
  } catch (error) {
    if (error instanceof Database.SqliteError && error.code === 'SQLITE_ERROR') return undefined;
    throw error;
  }
}

function matchWords(
  views: Sql,
  expressions: readonly string[],
  filters: SearchFilters,
  wanted: number,
): HitRow[] {
  const found = new Map<number, HitRow>();
  for (const expression of expressions) {
    if (found.size >= wanted) break;
    for (const row of match(views, expression, filters, wanted)) {
      if (found.size < wanted && !found.has(row.position)) found.set(row.position, row);
    }
  }
  return [...found.values()];
}

function match(views: Sql, expression: string, filters: SearchFilters, limit: number): HitRow[] {
  const given = Object.entries(filters).filter(([, value]) => value !== undefined);
  // The keys are those of CONDITIONS; Object.entries forgets it.
  const conditions = given.map(([key]) => `AND ${CONDITIONS[key as keyof SearchFilters]}`);
  return views.all<HitRow>(
    `SELECT o.*, bm25(observations_fts, 1.5, 1, 1.5) AS rank
     FROM observations_fts JOIN observations AS o ON o.position = observations_fts.rowid
     WHERE observations_fts MATCH :expression ${conditions.join(' ')}
     ORDER BY rank, o.position DESC LIMIT :limit`,
    { ...Object.fromEntries(given), expression, limit },
  );
}

function hitOf(row: HitRow): SearchHit {
  return { ...observationOf(row), source: 'local', score: Math.round(-row.rank * 1e6) / 1e6 };
}
