import type { Sql } from '../../sqlite/sqlite.js';
import { heaviest, heaviestOf } from './candidates.js';
import { NOTES, QUERY, RANK } from './constants.js';
import { allInTitle, allOf, anyOf, unitOf } from './expressions.js';
import { type Holders, holds, NOBODY, newestHolders } from './holders.js';
import type { Term } from './parse.js';
import { type Asked, type QueryWord, type QueryWords, queryWords } from './queryWords.js';
import type { SearchScope } from './searchScope.js';

/** What was found in the index. */
export interface Found {
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
export function matchWords(
  views: Sql,
  asked: Asked,
  { terms, words, complete }: QueryWords,
): Found {
  const { scope } = asked;
  const isShort = terms.length <= QUERY.KEYWORDS;
  const sum = words.reduce((total, { weight }) => total + weight, 0);
  const all = complete && isShort && words.length > 0 ? allOf(terms.map(unitOf)) : undefined;
  const anywhere = all === undefined ? NOBODY : holdersOfAll(views, all, terms, words, scope);
  const any = { expression: anyOf(words.map(({ term }) => unitOf(term))), whole: false };
  if (all !== undefined && anywhere.positions.length > NOTES.POOL) {
    // More notes with all words than are ranked come before all others, those with all of them in the title first.
    const inTitle = newestHolders(views, allInTitle(terms), scope, NOTES.POOL);
    const whole = new Set([...anywhere.positions, ...inTitle.positions]);
    // Twice: of some in the title, only newer notes with the words were read.
    const candidates = heaviestOf([...whole], [...words, { holders: inTitle, weight: 2 * sum }]);
    const rest = [{ expression: all, whole: true }, any];
    return { words, candidates, whole, wholeFirst: true, raises: false, rest };
  }
  const candidates = heaviest([...words, { holders: anywhere, weight: sum }]);
  if (!isShort && scope.isBase && words.length > 0 && candidates.length < NOTES.POOL) {
    // Few notes hold any word of a question: stop words tell a little between them, and find others. Behind filters, their lists are long.
    const telling = [...words, ...lightWords(views, asked)];
    const whole = new Set(complete ? positionsOfAll(terms, words) : []);
    const found = { words: telling, candidates: heaviest(telling), whole, wholeFirst: false };
    return { ...found, raises: true, rest: [] };
  }
  const isRead =
    candidates.length <= NOTES.CANDIDATES && words.every(({ holders }) => holders.complete);
  // In a longer query, it is seen from the texts whether a note holds all words.
  const whole = isShort || !complete ? new Set(anywhere.positions) : undefined;
  return { words, candidates, whole, wholeFirst: isShort, raises: true, rest: isRead ? [] : [any] };
}

/** Stop words as words that say little. */
function lightWords(views: Sql, asked: Asked): readonly QueryWord[] {
  const { words } = queryWords(views, asked.light, asked);
  return words.map((word) => ({ ...word, weight: RANK.STOP_WORD * word.weight }));
}

/** The newest notes that hold all terms. */
function holdersOfAll(
  views: Sql,
  all: string,
  terms: readonly Term[],
  words: readonly QueryWord[],
  scope: SearchScope,
): Holders {
  const lists = words.filter(({ term }) => terms.includes(term));
  const isKnown = lists.length === 1 || lists.every(({ holders }) => holders.complete);
  if (!isKnown) return newestHolders(views, all, scope, NOTES.WHOLE);
  return { positions: positionsOfAll(terms, words), complete: true };
}

/** The notes of the words' lists that hold all terms. */
function positionsOfAll(terms: readonly Term[], words: readonly QueryWord[]): readonly number[] {
  const [first, ...others] = words.filter(({ term }) => terms.includes(term));
  const isIn = (position: number) => others.every(({ holders }) => holds(holders, position));
  return first?.holders.positions.filter(isIn) ?? [];
}
