import type { Sql } from '../../sqlite/sqlite.js';
import type { Match } from './match.js';
import { newestMatches } from './newestMatches.js';
import { inScope } from './notes.js';
import { POOL } from './rankNotes.js';
import type { Search } from './search.js';
import type { SearchScope } from './searchScope.js';

/** Candidates that come before older matches, by the weights of their words. */
export const MAX_CANDIDATES = 200;

/** Matches in order: first the ranked ones, then candidates by the weights of their words, then the newest of each expression. */
export interface Ranking {
  readonly best: readonly Match[];
  readonly candidates: readonly number[];
  readonly rest: readonly { readonly expression: string; readonly whole: boolean }[];
}

/** Matches from the first to the end of the page, each observation once. */
export function matchesUntil(
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
  if (matches.size < end && candidates.length > POOL) {
    add(inScope(views, candidates.slice(0, MAX_CANDIDATES), scope), false);
  }
  for (const { expression, whole } of rest) {
    if (matches.size < end) add(newestMatches(views, expression, scope, end), whole);
  }
  return [...matches.values()];
}
