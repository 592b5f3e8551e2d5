import { folded } from '../../domain/folded.js';
import { Database } from '../../sqlite/database.js';
import type { Sql } from '../../sqlite/sqlite.js';
import { closestWords } from '../closest/closestWords.js';
import { observationsTotal } from '../observationCount.js';
import type { Match } from './match.js';
import { matchExpression } from './matchExpression.js';
import { matchWords } from './matchWords.js';
import { withPrefixes } from './prefixes.js';
import { queryWords } from './queryWords.js';
import {
  anyTermOf,
  beginningsOf,
  foldedSyntax,
  readQuery,
  type Term,
  termsOfSyntax,
} from './readQuery.js';
import type { Search } from './search.js';
import { type SearchScope, searchScope } from './searchScope.js';
import { stemOf } from './stemOf.js';
import { wordsStartingWith } from './wordsStartingWith.js';

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

/** In a longer query, a word that no note holds is mostly spelt as it should be, and the other words find what is meant. */
const MAX_CORRECTED = 4;

/**
 * Observations that match a query, best first, newest first among equals. Explicit FTS5 syntax is run as written, against
 * the stems of words. Other text is ordinary language: notes with some of its words, or next to such a note.
 */
export function findMatches(views: Sql, search: Search): Matches {
  // The reading must not depend on the page, so hits before it are found as well.
  const found = read(views, search);
  return { ...found, matches: found.matches.slice(search.offset) };
}

function read(views: Sql, search: Search): Matches {
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
  const notes = observationsTotal(views, search.sees);
  const known = (start: string) => wordsStartingWith(views, start, notes);
  const asIndexed = foldedSyntax(syntax);
  for (const text of [withPrefixes(asIndexed, known), asIndexed]) {
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
