import { drawAgain } from './drawAgain.js';

/** Where the page is: the fragment of its address, such as `#/search?q=retry`. No server sees a fragment. */
export interface Place {
  /** True at `/docs`, where the fragment names an operation of the API. */
  readonly isDocs: boolean;
  readonly path: string;
  readonly query: URLSearchParams;
}

/** Where it is now. */
export let place: Place = placeOf(location);

/** The place that an address names. */
export function placeOf({ pathname, hash }: Pick<Location, 'pathname' | 'hash'>): Place {
  const [path = '', search = ''] = hash.replace(/^#/, '').split(/\?(.*)/s);
  const isDocs = pathname === '/docs';
  return { isDocs, path: path === '' ? '/' : path, query: new URLSearchParams(search) };
}

/** The address of a place, for links: `linkTo('/search', { q: 'retry' })`. Empty values are left out. */
export function linkTo(
  path: string,
  query: Readonly<Record<string, string | undefined>> = {},
): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => !!entry[1]);
  const search = new URLSearchParams(given).toString();
  return `/#${path}${search && `?${search}`}`;
}

/** Goes to a place. `replace` leaves no entry in the history of the browser, such as while somebody types. */
export function goTo(
  path: string,
  query: Readonly<Record<string, string | undefined>> = {},
  { replace = false }: { replace?: boolean } = {},
): void {
  if (!mayLeave()) return;
  const link = linkTo(path, query);
  if (replace) history.replaceState(null, '', link);
  else history.pushState(null, '', link);
  show();
}

/** What is asked before the page goes to another place; true lets it go. */
let mayLeave: () => boolean = () => true;

/** Asks before the page goes elsewhere, such as while a text is not saved. Call the answer when there is nothing to ask any more. */
export function guardPlace(ask: () => boolean): () => void {
  mayLeave = ask;
  return () => {
    if (mayLeave === ask) mayLeave = () => true;
  };
}

/** Asks nothing any more, such as once a text is saved. */
export function leaveFreely(): void {
  mayLeave = () => true;
}

let shownAt = location.href;

function show(): void {
  shownAt = location.href;
  place = placeOf(location);
  drawAgain();
}

/** Follows the address from now on. */
export function followAddress(): void {
  const follow = () => {
    // One step of the reader is told by two events.
    if (location.href === shownAt) return;
    if (mayLeave()) show();
    // The address has changed before anybody is asked.
    else history.pushState(null, '', shownAt);
  };
  addEventListener('hashchange', follow);
  addEventListener('popstate', follow);
}
