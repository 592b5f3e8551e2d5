import { folded } from '../../domain/folded.js';
import { Database } from '../../sqlite/database.js';
import type { Sql } from '../../sqlite/sqlite.js';
import { closestWords } from '../closest/closestWords.js';
import { type Extent, extentOf, observationsTotal } from '../observationCount.js';
import { withPrefixes, wordsStartingWith } from './beginnings.js';
import { heaviestOf } from './candidates.js';
import { NOTES, QUERY } from './constants.js';
import { anyTermOf, beginningsOf, foldedSyntax } from './expressions.js';
import { type Holders, holds, NOBODY, newestHolders, newestMatches } from './holders.js';
import { type Found, matchWords } from './matchWords.js';
import { inScope } from './notes.js';
import { type Query, type Term, termsOfSyntax } from './parse.js';
import { type Asked, queryWords } from './queryWords.js';
import type { SearchScope } from './searchScope.js';
import { stemOf } from './words.js';

/**
 * The ways a query is read: as FTS5 syntax, or as words. Of the words, all (`words`), some (`relaxed`), only their
 * beginnings (`prefix`), or the words closest to a misspelt one (`corrected`) were found.
 */
export const READINGS = ['syntax', 'words', 'relaxed', 'prefix', 'corrected'] as const;
export type Reading = (typeof READINGS)[number];

/** What a query may have found, before any of it is read. */
export interface Matched extends Found {
  /** How the query was read; `words` are `relaxed` where a hit does not hold all of them. */
  readonly reading: Reading;
  /** What was asked for, for extracts. */
  readonly terms: readonly Term[];
  /** Number and mean length of the notes of the base. */
  readonly extent: Extent;
}

/**
 * Looks up what a query asks for. Explicit FTS5 syntax is run as written, against the stems of words. Other text is ordinary
 * language: notes with some of its words, or next to such a note.
 */
export function match(views: Sql, query: Query): Matched {
  const extent = extentOf(views, query.search.sees, query.scope.project);
  const asked = { ...query, extent };
  // Syntax without hits may be a sentence that contains a quotation. With operators, it is meant as syntax.
  const matched = matchSyntax(views, asked);
  return matched && (query.operators || isFound(matched)) ? matched : matchLanguage(views, asked);
}

const isFound = ({ candidates }: Pick<Matched, 'candidates'>) => candidates.length > 0;

/** Undefined when FTS5 cannot parse the text: then it was no syntax. */
function matchSyntax(views: Sql, asked: Asked): Matched | undefined {
  const { syntax, search } = asked;
  if (syntax === undefined) return undefined;
  const terms = termsOfSyntax(syntax);
  const notes = observationsTotal(views, search.sees);
  const known = (start: string) => wordsStartingWith(views, start, notes);
  const asIndexed = foldedSyntax(syntax);
  for (const text of [withPrefixes(asIndexed, known), asIndexed]) {
    try {
      // First alone, on an empty table: text that parses here cannot escape from the expression around it.
      views.all('SELECT rowid FROM search_trial WHERE search_trial MATCH ?', [text]);
      return matchExpression(views, asked, 'syntax', `{title content tags} : (${text})`, terms);
    } catch (error) {
      if (!(error instanceof Database.SqliteError && error.code === 'SQLITE_ERROR')) throw error;
    }
  }
  return undefined;
}

/** Words that no note holds are read as those closest to them, unless they are the beginnings of words and nothing else is found. */
function matchLanguage(views: Sql, asked: Asked): Matched {
  const { extent } = asked;
  const asWords = queryWords(views, asked.terms, asked);
  if (asWords.words.length === 0 && asked.terms.length > 0) {
    const terms = beginningsOf(asked.terms);
    const found = matchExpression(views, asked, 'prefix', anyTermOf(terms), terms);
    if (isFound(found)) return found;
  }
  const mayBeMisspelt = asked.terms.length <= QUERY.TERMS_CORRECTED || asWords.words.length === 0;
  const terms = mayBeMisspelt ? correctedTerms(views, asked, asWords.unknown) : undefined;
  if (terms) {
    const found = matchWords(views, asked, queryWords(views, terms, asked));
    if (isFound(found)) return { reading: 'corrected', terms, extent, ...found };
  }
  return { reading: 'words', terms: asked.terms, extent, ...matchWords(views, asked, asWords) };
}

/** The terms with the misspelt ones read as the closest words; undefined when there are none. */
function correctedTerms(
  views: Sql,
  { terms, search: { sees, filters } }: Query,
  unknown: readonly Term[],
): readonly Term[] | undefined {
  const reader = { sees, as_of: filters.as_of, stemOf: (word: string) => stemOf(folded(word)) };
  const typed = unknown.map(({ text }) => text);
  const closest = new Map(
    closestWords(views, typed, reader).map((found) => [found.word, found.closest]),
  );
  if (closest.size === 0) return undefined;
  return terms.map((term) => {
    const forms = closest.get(term.text);
    return forms ? { ...term, forms, corrected: true } : term;
  });
}

/** The notes that match an expression, ranked by the words of the query that they hold. */
function matchExpression(
  views: Sql,
  asked: Asked,
  reading: Reading,
  expression: string,
  terms: readonly Term[],
): Matched {
  const { scope, extent } = asked;
  const found = newestHolders(views, expression, scope, NOTES.MATCHES);
  const isAny = isAnyInScope(views, found, expression, scope);
  const isBeginning = ({ kind }: Term) => kind === 'beginning';
  const whole = terms.filter((term) => !isBeginning(term));
  const words = isAny
    ? [
        // A word that none of them holds was asked not to be there.
        ...queryWords(views, whole, asked).words.filter(({ holders }) =>
          found.positions.some((position) => holds(holders, position)),
        ),
        // To ask the index for a beginning takes longest, and the matches are known.
        ...terms.filter(isBeginning).map((term) => ({ term, holders: NOBODY, weight: 1 })),
      ]
    : [];
  const isRead = found.complete && found.positions.length <= NOTES.CANDIDATES;
  return {
    reading,
    terms,
    extent,
    words,
    candidates: isAny ? heaviestOf(found.positions, words) : [],
    whole: undefined,
    wholeFirst: false,
    raises: false,
    rest: isAny && !isRead ? [{ expression, whole: true }] : [],
  };
}

/** Whether any of the holders is in the scope. The newest mostly are: to run the expression again takes longer than all else. */
function isAnyInScope(
  views: Sql,
  { positions }: Holders,
  expression: string,
  scope: SearchScope,
): boolean {
  if (positions.length === 0) return false;
  const newest = positions.slice(0, NOTES.TOP);
  return (
    inScope(views, newest, scope).length > 0 ||
    newestMatches(views, expression, scope, 1).length > 0
  );
}
