import Database from 'better-sqlite3';
import { z } from 'zod';
import { Observation } from '../domain/observation.js';
import type { Sql } from '../log/sqlite.js';
import type { ObservationRow } from '../projections/observationRow.js';
import { type Match, matchObservations, rowsOf, type SearchFilters } from './matchObservations.js';
import { observationOf } from './observationOf.js';
import { rarest } from './rarest.js';
import { allOf, anyOf, prefixOf, readQuery, type Term } from './readQuery.js';
import { snippetOf } from './snippetOf.js';

/** An observation that was found. */
export const SearchHit = Observation.extend({
  source: z.enum(['local', 'hive']).meta({ description: 'Where it was found.' }),
  score: z.number().meta({
    description:
      'Relevance (BM25). The order counts: hits with all words come first, whatever their score.',
  }),
  snippet: z.string().optional().meta({ description: 'An extract, what matched in `**`.' }),
}).meta({ id: 'SearchHit', description: 'An observation that was found.' });
export type SearchHit = z.infer<typeof SearchHit>;

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

/** More terms find no more, and cost. */
const MOST_TERMS = 24;

/**
 * Observations that match `q`, best first; ties by newest. Explicit FTS5 syntax is run as written, first
 * against the words as they stand, then against their stems. Other text is language: observations that
 * hold all of its words come first, those that hold or are surrounded by some fill up the page, and only
 * when there are none do beginnings of words count.
 */
export function searchObservations(views: Sql, search: Search): Found {
  const query = readQuery(search.q);
  const terms = rarest(views, query.terms, MOST_TERMS);
  const asSyntax =
    query.syntax && orUndefined(() => matchSyntax(views, query.syntax ?? '', search));
  // A sentence with a quotation in it is no query for all of its words; one with operators is meant.
  const isMeant = asSyntax && (asSyntax.length > 0 || query.operators);
  const { reading, matches } = isMeant
    ? { reading: 'syntax' as const, matches: asSyntax }
    : matchLanguage(views, terms, search);
  const page = rowsOf(views, matches.slice(search.offset));
  return { hits: page.map((match) => hitOf(match, search.snippet ? terms : undefined)), reading };
}

/** Undefined when FTS5 does not take an expression: then the text was no syntax after all. */
function orUndefined<T>(match: () => T): T | undefined {
  try {
    return match();
  } catch (error) {
    if (error instanceof Database.SqliteError && error.code === 'SQLITE_ERROR') return undefined;
    throw error;
  }
}

function matchSyntax(views: Sql, syntax: string, search: Search): Match[] {
  // On its own and on an empty table first: what parses here cannot break out of what is put around it.
  views.all('SELECT rowid FROM search_trial WHERE search_trial MATCH ?', [syntax]);
  const expression = `{title content tags} : (${syntax})`;
  const collected = collect(search);
  collected.add(matchObservations(views, 'exact', expression, search.filters, collected.wanted));
  if (!collected.isFull()) {
    collected.add(matchObservations(views, 'stems', expression, search.filters, collected.wanted));
  }
  return collected.matches();
}

function matchLanguage(
  views: Sql,
  terms: readonly Term[],
  search: Search,
): { reading: Reading; matches: Match[] } {
  const collected = collect(search);
  if (terms.length === 0) return { reading: 'words', matches: [] };
  const { filters } = search;
  collected.add(matchObservations(views, 'stems', allOf(terms), filters, collected.wanted));
  if (collected.isFull()) return { reading: 'words', matches: collected.matches() };
  const strict = collected.size();
  collected.add(matchObservations(views, 'stems', anyOf(terms), filters, collected.wanted));
  if (collected.size() > 0) {
    const reading = collected.size() > strict ? 'relaxed' : 'words';
    return { reading, matches: collected.matches() };
  }
  collected.add(matchObservations(views, 'exact', prefixOf(terms), filters, collected.wanted));
  return { reading: collected.size() > 0 ? 'prefix' : 'words', matches: collected.matches() };
}

/** Gathers matches up to the end of the page, each observation once, the first come first. */
function collect({ limit, offset }: Search) {
  const wanted = offset + limit;
  const found = new Map<number, Match>();
  return {
    wanted,
    size: () => found.size,
    isFull: () => found.size >= wanted,
    add(matches: readonly Match[]) {
      for (const match of matches) {
        if (found.size < wanted && !found.has(match.position)) found.set(match.position, match);
      }
    },
    matches: () => [...found.values()],
  };
}

function hitOf(match: Match & ObservationRow, terms: readonly Term[] | undefined): SearchHit {
  const hit = { ...observationOf(match), source: 'local' as const, score: round(-match.rank) };
  return terms ? { ...hit, snippet: snippetOf(match.content, terms) } : hit;
}

const round = (score: number) => Math.round(score * 1e6) / 1e6;
