import type { Sql } from '../../sqlite/sqlite.js';
import { newestMatching } from './holders.js';
import type { SearchScope } from './searchScope.js';

/** How many notes the caller may see from a position on, or from a later one if that is too far back to know. */
export type NotesSince = (position: number) => { readonly from: number; readonly count: number };

/** Of a caller behind a wall, the newest notes that are counted. */
const MOST_COUNTED = 1000;

/**
 * For a caller who sees everything, it is the share of `notes` that the positions since then are of all positions: to count them
 * would read a page for every few notes. Behind a wall, they are counted, so that what others save changes nothing.
 */
export function notesSince(views: Sql, { everythingSeen }: SearchScope, notes: number): NotesSince {
  if (everythingSeen !== undefined) {
    let newest: readonly number[] | undefined;
    return (position) => {
      newest ??= newestMatching(views, everythingSeen, MOST_COUNTED).positions;
      const from = Math.max(position, newest.at(-1) ?? 0);
      return { from, count: newest.filter((one) => one >= from).length };
    };
  }
  let last: number | undefined;
  return (position) => {
    last ??= lastPosition(views);
    return { from: position, count: (notes * (last - position + 1)) / last };
  };
}

function lastPosition(views: Sql): number {
  const query = 'SELECT max(position) AS position FROM observations';
  return views.get<{ position: number | null }>(query)?.position ?? 0;
}
