import { caseless } from './caseless.js';

/**
 * What a caller may see. Behind the wall of a team it is what has that team or none; everything else is as if it were
 * not there. `savers` says whether notes show who saved them.
 */
export type Visibility =
  | { readonly kind: 'all'; readonly savers: boolean }
  | { readonly kind: 'team'; readonly team: string; readonly savers: true };

/** For the vault itself and for whoever owns it. */
export const EVERYTHING: Visibility = { kind: 'all', savers: false };

/** The wall of what has no team: nobody is kept out. It is no valid name of a team. */
export const NO_WALL = '';

/** The wall behind which something with this team stands: names that differ only in case are one team. */
export function wallOf(team: string | null | undefined): string {
  return team === null || team === undefined ? NO_WALL : caseless(team);
}

/** Whether a caller may see something with this team. */
export function maySee(sees: Visibility, team: string | null | undefined): boolean {
  if (sees.kind === 'all') return true;
  const wall = wallOf(team);
  return wall === NO_WALL || wall === wallOf(sees.team);
}
