import type { Sql } from '../../sqlite/sqlite.js';
import type { Extent } from '../observationCount.js';
import type { Weighed } from './candidates.js';
import { NOTES, QUERY, RANK } from './constants.js';
import { anyOf, partsOf, unitOf } from './expressions.js';
import { counterOf, newestHolders, newestOfBase } from './holders.js';
import type { Query, Term } from './parse.js';

/** A search with the extent of its base. */
export interface Asked extends Query {
  readonly extent: Extent;
}

/** A word that is asked for: a term, or a part of an identifier, with the newest notes in the scope that hold it. */
export interface QueryWord extends Weighed {
  readonly term: Term;
}

/** The words of a query. */
export interface QueryWords {
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
export function queryWords(
  views: Sql,
  terms: readonly Term[],
  { scope, extent: { notes } }: Pick<Asked, 'scope' | 'extent'>,
): QueryWords {
  const count = counterOf(views, scope, notes);
  const lookUp = (term: Term, place: number) => {
    const expression = anyOf([unitOf(term)]);
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
