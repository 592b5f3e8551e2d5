import { type Visibility, wallOf } from '../domain/visibility.js';
import { visible, visibleTo } from './visible.js';

/**
 * SQL for what a team has in common: the rows of the team and those without a team, of those that the caller may see, the
 * team's own first. Its parameters are those of `ownFirst`; further orders may follow.
 */
export const OWN_FIRST = `wall IN ('', :own) AND ${visible()} ORDER BY wall DESC`;

/** The parameters of `OWN_FIRST`. Without a team, only what has none counts. */
export function ownFirst(sees: Visibility, team: string | undefined) {
  return { ...visibleTo(sees), own: wallOf(team) };
}
