import Database from 'better-sqlite3';
import type { ObservationRow } from '../../projections/observationRow.js';
import type { Sql } from '../../sqlite/sqlite.js';
import { observationOf } from '../observationOf.js';
import { bestMatches } from './bestMatches.js';
import { POOL } from './candidates.js';
import type { Match } from './match.js';
import { newestMatches } from './newestMatches.js';
import { withPrefixes } from './prefixes.js';
import { type Ranking, rankWords } from './rankWords.js';
import { prefixOf, readQuery, type Term } from './readQuery.js';
import type { SearchHit } from './searchHit.js';
import { type SearchFilters, type SearchScope, searchScope } from './searchScope.js';
import { snippetOf } from './snippetOf.js';
import { type WeighedTerms, weighTerms } from './weighTerms.js';

/** How a query was read: as FTS5 syntax, or as words, of which all, any, or only beginnings were found. */
export const READINGS = ['syntax', 'words', 'relaxed', 'prefix'] as const;
/** One of `READINGS`. */
export type Reading = (typeof READINGS)[number];

/** A search with all that was asked for. */
export interface Search {
  readonly q: string;
  readonly filters: SearchFilters;
  readonly limit: number;
  readonly offset: number;
  readonly snippet: boolean;
}

/** A page of hits, and how the query was read. */
export interface Found {
  readonly hits: SearchHit[];
  readonly reading: Reading;
}

/** Matches of syntax, or of beginnings of words, that are ranked. */
const FEW = 1000;

/**
 * Observations that match `q`, best first; ties by newest. Explicit FTS5 syntax is run as written, against
 * the stems of words. Other text is language: observations that hold all of its words come first, those
 * that hold or are surrounded by some fill up the page, and only when there are none do beginnings of
 * words count.
 */
export function searchObservations(views: Sql, search: Search): Found {
  const query = readQuery(search.q);
  const scope = searchScope(views, search.filters);
  const asSyntax = query.syntax ? matchSyntax(views, query.syntax, scope, search) : undefined;
  const weighed = weighTerms(views, query.terms);
  // A sentence with a quotation in it is no query for all of its words; one with operators is meant.
  const isMeant = asSyntax && (asSyntax.length > 0 || query.operators);
  const { reading, matches } = isMeant
    ? { reading: 'syntax' as const, matches: asSyntax }
    : matchLanguage(views, query.terms, weighed, scope, search);
  const page = rowsOf(views, matches.slice(search.offset));
  const marked = search.snippet ? weighed.terms : undefined;
  return { hits: page.map((match) => hitOf(match, marked)), reading };
}

/** Undefined when FTS5 does not take it: then the text was no syntax after all. */
function matchSyntax(
  views: Sql,
  syntax: string,
  scope: SearchScope,
  search: Search,
): readonly Match[] | undefined {
  for (const text of [withPrefixes(syntax), syntax]) {
    try {
      // On its own and on an empty table first: what parses here cannot break out of what is put around it.
      views.all('SELECT rowid FROM search_trial WHERE search_trial MATCH ?', [text]);
      const ranking = rankExpression(views, `{title content tags} : (${text})`, scope);
      return matchesOf(views, ranking, scope, search);
    } catch (error) {
      if (!(error instanceof Database.SqliteError && error.code === 'SQLITE_ERROR')) throw error;
    }
  }
  return undefined;
}

function matchLanguage(
  views: Sql,
  terms: readonly Term[],
  weighed: WeighedTerms,
  scope: SearchScope,
  search: Search,
): { reading: Reading; matches: readonly Match[] } {
  const matches = matchesOf(views, rankWords(views, weighed, scope), scope, search);
  if (matches.length > 0) {
    const reading = matches.every(({ whole }) => whole) ? 'words' : 'relaxed';
    return { reading, matches };
  }
  if (terms.length === 0) return { reading: 'words', matches };
  const beginnings = rankExpression(views, prefixOf(terms), scope);
  const found = matchesOf(views, beginnings, scope, search);
  return { reading: found.length > 0 ? 'prefix' : 'words', matches: found };
}

/** A few matches of an expression are ranked, many come newest first. */
function rankExpression(views: Sql, expression: string, scope: SearchScope): Ranking {
  const few = newestMatches(views, expression, scope, FEW + 1).length <= FEW;
  return {
    best: few ? bestMatches(views, expression, scope, POOL) : [],
    rest: [{ expression, whole: true }],
  };
}

/** Matches up to the end of the page, each observation once. */
function matchesOf(
  views: Sql,
  { best, rest }: Ranking,
  scope: SearchScope,
  { offset, limit }: Search,
): readonly Match[] {
  const wanted = offset + limit;
  const found = new Map(best.slice(0, wanted).map((match) => [match.position, match]));
  for (const { expression, whole } of rest) {
    if (found.size >= wanted) break;
    for (const position of newestMatches(views, expression, scope, wanted)) {
      if (found.size < wanted && !found.has(position)) {
        found.set(position, { position, score: 0, whole });
      }
    }
  }
  return [...found.values()];
}

/** The observations behind matches, in their order. Read last: a text may be half a megabyte. */
function rowsOf(views: Sql, matches: readonly Match[]): readonly (Match & ObservationRow)[] {
  return matches.flatMap((match) => {
    const row = views.get<ObservationRow>('SELECT * FROM observations WHERE position = ?', [
      match.position,
    ]);
    return row ? [{ ...row, ...match }] : [];
  });
}

function hitOf(match: Match & ObservationRow, terms: readonly Term[] | undefined): SearchHit {
  const hit = { ...observationOf(match), source: 'local' as const, score: round(match.score) };
  return terms ? { ...hit, snippet: snippetOf(match.content, terms) } : hit;
}

const round = (score: number) => Math.round(score * 1e6) / 1e6;
