import type { Sql } from '../../sqlite/sqlite.js';
import { candidatesWith } from './candidates.js';
import { type Holders, holds, NOBODY, newestHolders } from './holders.js';
import type { Match } from './match.js';
import { MAX_CANDIDATES, matchesUntil } from './matchesUntil.js';
import type { QueryWord, QueryWords } from './queryWords.js';
import { POOL, rankNotes } from './rankNotes.js';
import { allInTitle, allOf, anyOf, type Term, unitOf } from './readQuery.js';
import type { Search } from './search.js';
import type { SearchScope } from './searchScope.js';

/** A query of up to so many words is a list of keywords: notes with all of them come first. More words are a question. */
const MAX_KEYWORDS = 3;
/** Number of the newest notes with all words that are candidates in any case. */
const MAX_WHOLE = 100;

/** Notes that hold any of the words, and those next to the best of them. */
export function matchWords(
  views: Sql,
  { terms, words, complete }: QueryWords,
  scope: SearchScope,
  search: Search,
): readonly Match[] {
  if (words.length === 0) return [];
  const isShort = terms.length <= MAX_KEYWORDS;
  const all = complete && isShort ? allOf(terms.map(unitOf)) : undefined;
  const anywhere = all === undefined ? NOBODY : holdersOfAll(views, all, terms, words, scope);
  // More notes with all words than are ranked come before all others.
  const isFull = all !== undefined && anywhere.positions.length > POOL;
  const inTitle = isFull ? newestHolders(views, allInTitle(terms), scope, POOL) : NOBODY;
  // In a longer query, it is seen from the texts whether a note holds all words.
  const isKnown = isShort || !complete;
  const whole = isKnown ? new Set([...anywhere.positions, ...inTitle.positions]) : undefined;
  const candidates = candidatesWith(words, anywhere, inTitle);
  const ranked = rankNotes(views, { words, candidates, whole, raises: true }, scope);
  const isRead =
    candidates.length <= MAX_CANDIDATES && words.every(({ holders }) => holders.complete);
  const any = anyOf(words.map(({ term }) => unitOf(term)));
  return matchesUntil(
    views,
    {
      best: isFull ? ranked.filter((match) => match.whole) : ranked,
      candidates: isFull ? [] : candidates,
      rest: [
        ...(isFull ? [{ expression: all, whole: true }] : []),
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
