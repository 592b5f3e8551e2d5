import { Database } from '../../sqlite/database.js';
import type { Sql } from '../../sqlite/sqlite.js';
import { type Candidate, candidatesAmong, candidatesWith } from './candidates.js';
import { closestWords } from './closestWords.js';
import { type Holders, holds, newestHolders } from './holders.js';
import type { Match } from './match.js';
import { newestMatches } from './newestMatches.js';
import { inScope } from './notes.js';
import { withPrefixes } from './prefixes.js';
import { type QueryWord, type QueryWords, queryWords } from './queryWords.js';
import { POOL, rankNotes } from './rankNotes.js';
import {
  allInTitle,
  allOf,
  anyOf,
  anyTermOf,
  beginningsOf,
  readQuery,
  type Term,
  termsOfSyntax,
  unitOf,
} from './readQuery.js';
import type { Search } from './search.js';
import { type SearchScope, searchScope } from './searchScope.js';
import { folded, stemOf } from './stemOf.js';

/**
 * The ways a query is read: as FTS5 syntax, or as words. Of the words, all (`words`), some (`relaxed`), only their
 * beginnings (`prefix`), or the words closest to a misspelt one (`corrected`) were found.
 */
export const READINGS = ['syntax', 'words', 'relaxed', 'prefix', 'corrected'] as const;
export type Reading = (typeof READINGS)[number];

/** The matches of a page, and how the query was read. */
export interface Matches {
  readonly reading: Reading;
  readonly matches: readonly Match[];
  /** What was asked for, for extracts. */
  readonly terms: readonly Term[];
}

/** A query of up to so many words is a list of keywords: notes with all of them come first. More words are a question. */
const MAX_KEYWORDS = 3;
/** In a longer query, a word that no note holds is mostly spelt as it should be, and the other words find what is meant. */
const MAX_CORRECTED = 4;
/** Newest matches of FTS5 syntax or of word beginnings that are ranked. Others come newest first. */
const MAX_RANKED = 1000;
/** Number of the newest notes with all words that are candidates in any case. */
const MAX_WHOLE = 200;
/** Candidates that come before older matches, by the weights of their words. */
const MAX_CANDIDATES = 200;

/**
 * Observations that match a query, best first, newest first among equals. Explicit FTS5 syntax is run as written, against
 * the stems of words. Other text is ordinary language: notes with some of its words, or next to such a note.
 */
export function findMatches(views: Sql, search: Search): Matches {
  const query = readQuery(search.q);
  const scope = searchScope(search.sees, search.filters);
  if (query.syntax) {
    const terms = termsOfSyntax(query.syntax);
    const matches = matchSyntax(views, query.syntax, terms, scope, search);
    // Syntax without hits may be a sentence that contains a quotation. With operators, it is meant as syntax.
    if (matches && (matches.length > 0 || query.operators)) {
      return { reading: 'syntax', matches, terms };
    }
  }
  return matchLanguage(views, query.terms, scope, search);
}

/** Words that no note holds are read as those closest to them, unless they are the beginnings of words and nothing else is found. */
function matchLanguage(
  views: Sql,
  terms: readonly Term[],
  scope: SearchScope,
  search: Search,
): Matches {
  if (terms.length === 0) return { reading: 'words', matches: [], terms };
  const asked = queryWords(views, terms, scope);
  if (asked.words.length === 0) {
    const beginnings = beginningsOf(terms);
    const matches = matchExpression(views, anyTermOf(beginnings), beginnings, scope, search);
    if (matches.length > 0) return { reading: 'prefix', matches, terms: beginnings };
  }
  const mayBeMisspelt = terms.length <= MAX_CORRECTED || asked.words.length === 0;
  const corrected = mayBeMisspelt ? correctedTerms(views, terms, asked.unknown, search) : undefined;
  const words = corrected ? queryWords(views, corrected, scope) : asked;
  const matches = matchWords(views, words, scope, search);
  if (corrected && matches.length > 0) return { reading: 'corrected', matches, terms: corrected };
  return { reading: matches.every(({ whole }) => whole) ? 'words' : 'relaxed', matches, terms };
}

/** The terms with the misspelt ones read as the closest words; undefined when there are none. */
function correctedTerms(
  views: Sql,
  terms: readonly Term[],
  unknown: readonly Term[],
  { sees, filters }: Search,
): readonly Term[] | undefined {
  const reader = { sees, as_of: filters.as_of, stemOf: (word: string) => stemOf(folded(word)) };
  const found = closestWords(
    views,
    unknown.map(({ text }) => text),
    reader,
  );
  if (found.length === 0) return undefined;
  const closest = new Map(found.map((one) => [one.word, one.closest]));
  return terms.map((term) => {
    const forms = closest.get(term.text);
    return forms ? { ...term, forms, corrected: true } : term;
  });
}

/** Undefined when FTS5 cannot parse the text: then it was no syntax. */
function matchSyntax(
  views: Sql,
  syntax: string,
  terms: readonly Term[],
  scope: SearchScope,
  search: Search,
): readonly Match[] | undefined {
  for (const text of [withPrefixes(syntax), syntax]) {
    try {
      // First alone, on an empty table: text that parses here cannot escape from the expression around it.
      views.all('SELECT rowid FROM search_trial WHERE search_trial MATCH ?', [text]);
      return matchExpression(views, `{title content tags} : (${text})`, terms, scope, search);
    } catch (error) {
      if (!(error instanceof Database.SqliteError && error.code === 'SQLITE_ERROR')) throw error;
    }
  }
  return undefined;
}

/** The matches of an FTS5 expression, ranked by the words of the query that they hold. */
function matchExpression(
  views: Sql,
  expression: string,
  terms: readonly Term[],
  scope: SearchScope,
  search: Search,
): readonly Match[] {
  const found = newestHolders(views, expression, scope, MAX_RANKED);
  if (found.positions.length === 0) return [];
  const words = wordsOfExpression(views, terms, found, scope);
  const candidates = candidatesAmong(found.positions, words);
  const best = rankNotes(views, { words, candidates, whole: undefined, raises: false }, scope);
  const rest = found.complete ? [] : [{ expression, whole: true }];
  return pageOf(views, { best, candidates, rest }, scope, search);
}

/** The words by which the matches of an expression are ranked. */
function wordsOfExpression(
  views: Sql,
  terms: readonly Term[],
  found: Holders,
  scope: SearchScope,
): readonly QueryWord[] {
  const isBeginning = ({ kind }: Term) => kind === 'beginning';
  const whole = terms.filter((term) => !isBeginning(term));
  return [
    // A word that none of them holds was asked not to be there.
    ...queryWords(views, whole, scope).words.filter(({ holders }) =>
      found.positions.some((position) => holds(holders, position)),
    ),
    // To ask the index for a beginning takes longest, and the matches are known.
    ...terms.filter(isBeginning).map((term) => ({ term, holders: NOBODY, weight: 1, share: 0 })),
  ];
}

const NOBODY: Holders = { positions: [], complete: false };

/** Notes that hold any of the words, and those next to the best of them. */
function matchWords(
  views: Sql,
  { terms, words, complete }: QueryWords,
  scope: SearchScope,
  search: Search,
): readonly Match[] {
  if (words.length === 0) return [];
  const isShort = terms.length <= MAX_KEYWORDS;
  const all = complete && isShort ? allOf(terms.map(unitOf)) : undefined;
  const anywhere = all === undefined ? NOBODY : holdersOfAll(views, all, terms, words, scope);
  // With fewer, all of them are ranked.
  const isMany = anywhere.positions.length > POOL;
  const inTitle = isMany ? newestHolders(views, allInTitle(terms), scope, POOL) : NOBODY;
  const whole =
    all === undefined ? undefined : new Set([...anywhere.positions, ...inTitle.positions]);
  const candidates = candidatesWith(words, anywhere, inTitle);
  const ranked = rankNotes(views, { words, candidates, whole, raises: true }, scope);
  // More notes with all words than were ranked come before all others.
  const isFull = whole !== undefined && whole.size > POOL;
  const isRead =
    candidates.length <= MAX_CANDIDATES && words.every(({ holders }) => holders.complete);
  const any = anyOf(words.map(({ term }) => unitOf(term)));
  return pageOf(
    views,
    {
      best: isFull ? ranked.filter((match) => match.whole) : ranked,
      candidates: isFull ? [] : candidates,
      rest: [
        ...(isFull && all !== undefined ? [{ expression: all, whole: true }] : []),
        ...(isRead && !isFull ? [] : [{ expression: any, whole: false }]),
      ],
    },
    scope,
    search,
  );
}

/** The newest notes that hold all terms. */
function holdersOfAll(
  views: Sql,
  all: string,
  terms: readonly Term[],
  words: readonly QueryWord[],
  scope: SearchScope,
): Holders {
  const [one, ...others] = words
    .filter(({ term }) => terms.includes(term))
    .map((word) => word.holders);
  const isKnown = others.length === 0 || [one, ...others].every((holders) => holders?.complete);
  if (!one || !isKnown) return newestHolders(views, all, scope, MAX_WHOLE);
  const positions = one.positions.filter((at) => others.every((holders) => holds(holders, at)));
  return { positions, complete: one.complete };
}

/** Matches in order: first the ranked ones, then candidates by the weights of their words, then the newest of each expression. */
interface Ranking {
  readonly best: readonly Match[];
  readonly candidates: readonly Candidate[];
  readonly rest: readonly { readonly expression: string; readonly whole: boolean }[];
}

/** Matches up to the end of the page, each observation once. */
function pageOf(
  views: Sql,
  { best, candidates, rest }: Ranking,
  scope: SearchScope,
  { offset, limit }: Search,
): readonly Match[] {
  const end = offset + limit;
  const matches = new Map(best.slice(0, end).map((match) => [match.position, match]));
  const add = (positions: readonly number[], whole: boolean) => {
    for (const position of positions) {
      if (matches.size >= end) return;
      if (!matches.has(position)) matches.set(position, { position, score: 0, whole });
    }
  };
  if (matches.size < end && candidates.length > best.length) {
    add(inScope(views, candidates.slice(0, MAX_CANDIDATES), scope), false);
  }
  for (const { expression, whole } of rest) {
    if (matches.size < end) add(newestMatches(views, expression, scope, end), whole);
  }
  return [...matches.values()].slice(offset);
}
