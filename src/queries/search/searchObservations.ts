import { textSize } from '../../domain/textSize.js';
import type { Visibility } from '../../domain/visibility.js';
import type { ObservationRow } from '../../projections/observationRow.js';
import { Database } from '../../sqlite/database.js';
import { firstRows } from '../../sqlite/firstRows.js';
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

/**
 * The ways a query is read: as FTS5 syntax, or as words. Of the words, all (`words`), some (`relaxed`) or only their
 * beginnings (`prefix`) were found.
 */
export const READINGS = ['syntax', 'words', 'relaxed', 'prefix'] as const;
export type Reading = (typeof READINGS)[number];

/** A search request of a caller who may see this. */
export interface Search {
  readonly sees: Visibility;
  readonly q: string;
  readonly filters: SearchFilters;
  readonly limit: number;
  readonly offset: number;
  readonly snippet: boolean;
}

/** A page of hits, and the way the query was read. */
export interface SearchPage {
  readonly hits: SearchHit[];
  readonly reading: Reading;
}

/** Up to this number, matches of FTS5 syntax or of word beginnings are ranked; more come newest first. */
const MAX_RANKED = 1000;

/**
 * Observations that match `q`, best first, newest first among equals. Explicit FTS5 syntax is run as written, against
 * the stems of words. Other text is ordinary language: observations with all of its words come first, then those with
 * some of the words or next to such a note. Only when there are none, words that begin like the terms count.
 */
export function findMatches(
  views: Sql,
  search: Search,
): { readonly reading: Reading; readonly found: FoundMatches } {
  const query = readQuery(search.q);
  const scope = searchScope(views, search.sees, search.filters);
  const asSyntax = query.syntax ? matchSyntax(views, query.syntax, scope, search) : undefined;
  const weighed = weighTerms(views, query.terms);
  // Syntax without hits may be a sentence that contains a quotation. With operators, it is meant as syntax.
  const isMeant = asSyntax && (asSyntax.length > 0 || query.operators);
  const { reading, matches } = isMeant
    ? { reading: 'syntax' as const, matches: asSyntax }
    : matchLanguage(views, query.terms, weighed, scope, search);
  const marked = search.snippet ? weighed.terms : undefined;
  return { reading, found: { matches: matches.slice(search.offset), marked, sees: search.sees } };
}

/** The hits of a page that are not read yet. It can be sent to a thread. */
export interface FoundMatches {
  readonly matches: readonly Match[];
  /** The terms that snippets mark; undefined without snippets. */
  readonly marked: readonly Term[] | undefined;
  readonly sees: Visibility;
}

/** Some of the hits of a page, and those that are left. */
export interface HitSlice {
  readonly hits: readonly SearchHit[];
  readonly left: FoundMatches;
}

/** UTF-16 units of text that are sent from a thread at a time: to take it holds the event loop. */
const SLICE = 256 * 1024;

/** The first hits with their texts, as many as one turn may take, and what is left. */
export function readHits(views: Sql, { matches, marked, sees }: FoundMatches): HitSlice {
  let count = 0;
  const rows = function* () {
    for (const match of matches) {
      count += 1;
      const row = rowOf(views, match);
      if (row) yield { ...observationOf(views, row, sees), ...hitOf(row, marked) };
    }
  };
  const { taken } = firstRows(rows(), textSize, SLICE);
  return { hits: taken, left: { matches: matches.slice(count), marked, sees } };
}

/** All hits of a page at once, on the caller's thread. */
export function searchObservations(views: Sql, search: Search): SearchPage {
  const { reading, found } = findMatches(views, search);
  const hits: SearchHit[] = [];
  for (let left = found; left.matches.length > 0; ) {
    const slice = readHits(views, left);
    hits.push(...slice.hits);
    left = slice.left;
  }
  return { hits, reading };
}

/** Undefined when FTS5 cannot parse the text: then it was no syntax. */
function matchSyntax(
  views: Sql,
  syntax: string,
  scope: SearchScope,
  search: Search,
): readonly Match[] | undefined {
  for (const text of [withPrefixes(syntax), syntax]) {
    try {
      // First alone, on an empty table: text that parses here cannot escape from the expression around it.
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
  const byBeginnings = matchesOf(views, beginnings, scope, search);
  return { reading: byBeginnings.length > 0 ? 'prefix' : 'words', matches: byBeginnings };
}

/** Ranks the matches of an expression when they are few; many come newest first. */
function rankExpression(views: Sql, expression: string, scope: SearchScope): Ranking {
  const few = newestMatches(views, expression, scope, MAX_RANKED + 1).length <= MAX_RANKED;
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
  const end = offset + limit;
  const matches = new Map(best.slice(0, end).map((match) => [match.position, match]));
  for (const { expression, whole } of rest) {
    if (matches.size >= end) break;
    for (const position of newestMatches(views, expression, scope, end)) {
      if (matches.size < end && !matches.has(position)) {
        matches.set(position, { position, score: 0, whole });
      }
    }
  }
  return [...matches.values()];
}

/** The observation of a match. Read only for the page, because a text may be half a megabyte. */
function rowOf(views: Sql, match: Match): (Match & ObservationRow) | undefined {
  const query = 'SELECT * FROM observations WHERE position = ?';
  const row = views.get<ObservationRow>(query, [match.position]);
  return row && { ...row, ...match };
}

function hitOf(match: Match & ObservationRow, terms: readonly Term[] | undefined) {
  const hit = { source: 'local' as const, score: round(match.score) };
  return terms ? { ...hit, snippet: snippetOf(match.content, terms) } : hit;
}

const round = (score: number) => Math.round(score * 1e6) / 1e6;
