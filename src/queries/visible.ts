import { type Visibility, wallOf } from '../domain/visibility.js';

/**
 * SQL for a row with a column `wall`, of the table that `of` names: holds for what the caller may see. `:wall` is that of
 * `visibleTo`.
 */
export const visible = (of = '') => `(:wall IS NULL OR ${of}wall IN ('', :wall))`;

/** The parameter of `visible`. */
export function visibleTo(sees: Visibility): { readonly wall: string | null } {
  return { wall: sees.kind === 'all' ? null : wallOf(sees.team) };
}

/** The read models from which observations are shown: those who saved them are looked up among the members. */
export function shownFrom(sees: Visibility): readonly [string, ...string[]] {
  return sees.savers ? ['observations', 'teams'] : ['observations'];
}
