import { Database } from '../../sqlite/database.js';
import type { Sql } from '../../sqlite/sqlite.js';
import { closestWords } from '../closest/closest.js';
import { type Extent, extentOf, observationsTotal } from '../observationCounts.js';
import { NOTES, QUERY, RANK } from './constants.js';
import {
  beginningsOf,
  expressionFor,
  foldedSyntax,
  partsOf,
  withPrefixes,
  wordsStartingWith,
} from './expressions.js';
import {
  counterOf,
  type Holders,
  heaviest,
  holds,
  NOBODY,
  newestHolders,
  newestMatches,
  newestOfBase,
  type Weighed,
} from './holders.js';
import { inScope } from './notes.js';
import { type Query, type Term, termsOfSyntax } from './parse.js';

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
  const extent = extentOf(views, query.scope.parts);
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
    const found = matchExpression(
      views,
      asked,
      'prefix',
      expressionFor(terms, 'OR', 'title content tags'),
      terms,
    );
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
  const typed = unknown.map(({ text }) => text);
  const found = closestWords(views, typed, { sees, as_of: filters.as_of, at: filters.at });
  const closest = new Map(found.map((one) => [one.word, one.closest]));
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
  const nothing = { words: [], candidates: [], whole: undefined, wholeFirst: false, raises: false };
  const found = newestHolders(views, expression, scope, NOTES.MATCHES);
  // Whether any of them is in the scope. The newest mostly are: to run the expression again takes longer than all else.
  const isAny =
    found.positions.length > 0 &&
    (inScope(views, found.positions.slice(0, NOTES.TOP), scope).length > 0 ||
      newestMatches(views, expression, scope, 1).length > 0);
  if (!isAny) return { reading, terms, extent, ...nothing, rest: [] };
  const isBeginning = ({ kind }: Term) => kind === 'beginning';
  const whole = terms.filter((term) => !isBeginning(term));
  const words = [
    // A word that none of them holds was asked not to be there.
    ...queryWords(views, whole, asked).words.filter(({ holders }) =>
      found.positions.some((position) => holds(holders, position)),
    ),
    // To ask the index for a beginning takes longest, and the matches are known.
    ...terms.filter(isBeginning).map((term) => ({ term, holders: NOBODY, weight: 1 })),
  ];
  const candidates = heaviest(words, found.positions);
  const isRead = found.complete && found.positions.length <= NOTES.CANDIDATES;
  const rest = isRead ? [] : [{ expression, whole: true }];
  return { reading, terms, extent, ...nothing, words, candidates, rest };
}

/** What was found in the index. */
interface Found {
  readonly words: readonly QueryWord[];
  /** Positions, best first by the weights of the words that they hold. */
  readonly candidates: readonly number[];
  /** Notes that hold all terms. Undefined when that is to be seen from the texts. */
  readonly whole: ReadonlySet<number> | undefined;
  /** Whether they come first. */
  readonly wholeFirst: boolean;
  /** Whether notes next to the best become hits. */
  readonly raises: boolean;
  /** What comes after the candidates: the newest notes of each expression. */
  readonly rest: readonly { readonly expression: string; readonly whole: boolean }[];
}

/** Notes that hold any of the words, and those next to the best of them. */
function matchWords(views: Sql, asked: Asked, { terms, words, complete }: QueryWords): Found {
  const { scope } = asked;
  const isShort = terms.length <= QUERY.KEYWORDS;
  const sum = words.reduce((total, { weight }) => total + weight, 0);
  const lists = words.filter(({ term }) => terms.includes(term)).map(({ holders }) => holders);
  const known = inAll(lists);
  const any = {
    expression: expressionFor(
      words.map(({ term }) => term),
      'OR',
    ),
    whole: false,
  };
  /** Newest notes that hold all terms of a short query. */
  let anywhere: readonly number[] = [];
  if (complete && isShort && words.length > 0) {
    const all = expressionFor(terms, 'AND');
    const isKnown = lists.length === 1 || lists.every((list) => list.complete);
    anywhere = isKnown ? known : newestHolders(views, all, scope, NOTES.WHOLE).positions;
    if (anywhere.length > NOTES.POOL) {
      // More notes with all words than are ranked come before all others, those with all of them in the title first.
      const titled = expressionFor(terms, 'AND', 'title tags');
      const inTitle = newestHolders(views, titled, scope, NOTES.POOL);
      const whole = new Set([...anywhere, ...inTitle.positions]);
      // Twice: of some in the title, only newer notes with the words were read.
      const candidates = heaviest([...words, { holders: inTitle, weight: 2 * sum }], [...whole]);
      const rest = [{ expression: all, whole: true }, any];
      return { words, candidates, whole, wholeFirst: true, raises: false, rest };
    }
  }
  const candidates = heaviest([...words, { holders: { positions: anywhere }, weight: sum }]);
  if (!isShort && scope.isBase && words.length > 0 && candidates.length < NOTES.POOL) {
    // Few notes hold any word of a question: stop words tell a little between them, and find others. Behind filters, their lists are long.
    const light = queryWords(views, asked.light, asked).words;
    const telling = [
      ...words,
      ...light.map((word) => ({ ...word, weight: RANK.STOP_WORD * word.weight })),
    ];
    const whole = new Set(complete ? known : []);
    const found = { words: telling, candidates: heaviest(telling), whole, wholeFirst: false };
    return { ...found, raises: true, rest: [] };
  }
  const isRead =
    candidates.length <= NOTES.CANDIDATES && words.every(({ holders }) => holders.complete);
  // In a longer query, it is seen from the texts whether a note holds all words.
  const whole = isShort || !complete ? new Set(anywhere) : undefined;
  return { words, candidates, whole, wholeFirst: isShort, raises: true, rest: isRead ? [] : [any] };
}

/** The positions that are in all lists. */
function inAll([first, ...others]: readonly Holders[]): readonly number[] {
  return first?.positions.filter((one) => others.every((list) => holds(list, one))) ?? [];
}

/** A search with the extent of its base. */
interface Asked extends Query {
  readonly extent: Extent;
}

/** A word that is asked for: a term, or a part of an identifier, with the newest notes in the scope that hold it. */
interface QueryWord extends Weighed {
  readonly term: Term;
  readonly holders: Holders;
}

/** The words of a query. */
interface QueryWords {
  /** In the order of the query; of too many, the rarest. */
  readonly terms: readonly Term[];
  /** Terms and parts of identifiers that some note in the scope holds. */
  readonly words: readonly QueryWord[];
  /** True when each term occurs in some note in the scope. */
  readonly complete: boolean;
  /** Words that no note of the base holds. */
  readonly unknown: readonly Term[];
}

/** Looks up the terms of a query, and keeps the rarest. What is outside of the base changes nothing. */
function queryWords(
  views: Sql,
  terms: readonly Term[],
  { scope, extent: { notes } }: Pick<Asked, 'scope' | 'extent'>,
): QueryWords {
  const count = counterOf(views, scope, notes);
  const lookUp = (term: Term, place: number) => {
    const expression = expressionFor([term], 'OR');
    const inBase = newestOfBase(views, expression, scope, NOTES.HOLDERS);
    return { term, place, expression, inBase, held: count(inBase) };
  };
  const read = terms.slice(0, QUERY.TERMS_READ).map(lookUp);
  // A term that occurs nowhere finds nothing, so it comes last.
  const byRarity = read.toSorted(
    (a, b) => (a.held || Infinity) - (b.held || Infinity) || a.place - b.place,
  );
  const kept = byRarity.slice(0, QUERY.TERMS).sort((a, b) => a.place - b.place);
  const parts = partsOf(kept.map(({ term }) => term)).map(lookUp);
  const all = [...kept, ...parts];
  const words = all
    // Forms of one word, and a term that is a part of an identifier, too, are one word: the first.
    .filter(({ expression }, i) => all.findIndex((one) => one.expression === expression) === i)
    .map(({ term, expression, inBase, held }) => ({
      term,
      expression,
      weight: Math.log(1 + (notes - held + 0.5) / (held + 0.5)) ** RANK.RARITY,
      holders:
        scope.isBase || inBase.positions.length === 0
          ? inBase // One walk is enough.
          : newestHolders(views, expression, scope, NOTES.HOLDERS),
    }))
    .filter(({ holders }) => holders.positions.length > 0);
  const found = new Set(words.map(({ expression }) => expression));
  return {
    terms: kept.map(({ term }) => term),
    words,
    complete: kept.every(({ expression }) => found.has(expression)),
    unknown: kept
      .filter(({ term, inBase }) => term.kind === 'word' && inBase.positions.length === 0)
      .map(({ term }) => term),
  };
}
