import type { Sql } from '../../sqlite/sqlite.js';
import { candidatesAmong } from './candidates.js';
import { type Holders, holds, NOBODY, newestHolders } from './holders.js';
import type { Match } from './match.js';
import { matchesUntil } from './matchesUntil.js';
import { type QueryWord, queryWords } from './queryWords.js';
import { rankNotes } from './rankNotes.js';
import type { Term } from './readQuery.js';
import type { Search } from './search.js';
import type { SearchScope } from './searchScope.js';

/** Newest matches of FTS5 syntax or of word beginnings that are ranked. Others come newest first. */
const MAX_RANKED = 1000;

/** The matches of an FTS5 expression, ranked by the words of the query that they hold. */
export function matchExpression(
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
  return matchesUntil(views, { best, candidates, rest }, scope, search);
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
