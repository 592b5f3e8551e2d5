import { caller, mayRead } from './caller.js';
import { drawAgain } from './drawAgain.js';

/** A search that somebody keeps under a name. */
export interface SavedSearch {
  readonly name: string;
  /** The query of its address, for `linkTo` and `goTo`. */
  readonly address: Readonly<Record<string, string>>;
}

/**
 * Where this browser keeps the searches of whoever uses the page: each member has a place, and the owner, who is anonymous in
 * an open vault until the next login. It is not the log: decision 116 says why.
 */
const place = () => `searches of ${caller?.email ?? 'the owner'}`;

/** The saved searches, in the order in which they were saved. None where the browser keeps nothing. */
export function savedSearches(): readonly SavedSearch[] {
  if (!mayRead()) return [];
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(place()) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isSavedSearch) : [];
  } catch {
    return [];
  }
}

/** Keeps a search. It takes the place of one of the same name, or that is the same under another name. Throws where the browser refuses. */
export function saveSearch(search: SavedSearch): void {
  const isOld = (one: SavedSearch) => one.name === search.name || isSame(one, search);
  const all = savedSearches();
  const at = all.findIndex(isOld);
  const others = all.filter((one) => !isOld(one));
  keep(at === -1 ? [...others, search] : others.toSpliced(at, 0, search));
}

/** Keeps a search no longer. */
export function deleteSearch(name: string): void {
  keep(savedSearches().filter((one) => one.name !== name));
}

/** Whether two searches ask the same. */
export function isSame(one: Pick<SavedSearch, 'address'>, other: Pick<SavedSearch, 'address'>) {
  const words = ({ address }: Pick<SavedSearch, 'address'>) =>
    JSON.stringify(Object.entries(address).sort());
  return words(one) === words(other);
}

function keep(searches: readonly SavedSearch[]): void {
  localStorage.setItem(place(), JSON.stringify(searches));
  drawAgain();
}

/** The storage may hold what another release, or somebody, wrote. */
function isSavedSearch(one: unknown): one is SavedSearch {
  if (typeof one !== 'object' || one === null || !('name' in one && 'address' in one)) return false;
  const { name, address } = one;
  if (typeof name !== 'string' || typeof address !== 'object' || address === null) return false;
  return Object.values(address).every((value) => typeof value === 'string');
}
