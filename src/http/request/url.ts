import { type ParsedUrlQuery, parse } from 'node:querystring';

const PREFIX = '/vault-api';

/** Removes the prefix `/vault-api`, under which every path is also served. Only a whole path segment counts. */
function withoutPrefix(url: string): string {
  if (!url.startsWith(PREFIX)) return url;
  const rest = url.slice(PREFIX.length);
  if (rest === '' || rest.startsWith('?')) return `/${rest}`;
  return rest.startsWith('/') ? rest : url;
}

/** Removes the authority of a request line in absolute form (RFC 9112, section 3.2.2). */
function withoutAuthority(url: string): string {
  return url.replace(/^https?:\/\/[^/?#]*/i, '') || '/';
}

/** A path that no route has. */
const NOWHERE = '/-';

/**
 * The URL for the router. A path that is not percent-encoded UTF-8, or `*`, becomes one without a route, so that the request
 * is counted, logged and refused like any other.
 */
export function routedUrl(url: string): string {
  if (!isDecodable(url)) return NOWHERE;
  const path = withoutPrefix(withoutAuthority(url));
  return path.startsWith('/') ? inOnePart(path) : NOWHERE;
}

/** True when the path of a URL is percent-encoded UTF-8. */
export function isDecodable(url: string): boolean {
  if (!url.includes('%')) return true;
  try {
    decodeURI(url.split('?')[0] ?? '');
    return true;
  } catch {
    return false;
  }
}

/** Percent signs that begin no escape. */
const LONE = /%(?![0-9a-f]{2})/gi;

/**
 * Parses a query string. A `%` that begins no escape stands for itself (https://url.spec.whatwg.org/#percent-decode), because
 * people search for `50%`. Bytes that are no UTF-8 become U+FFFD here; `misencodedIn` finds them.
 */
export function parseQuery(query: string): ParsedUrlQuery {
  return parse(escaped(query), '&', '=', { maxKeys: 0 });
}

/** The names of the parameters of a URL that are not percent-encoded UTF-8, as they were sent. */
export function misencodedIn(url: string): readonly string[] {
  const at = url.indexOf('?');
  if (at === -1) return [];
  const pairs = url.slice(at + 1).split('&');
  return pairs.filter((pair) => !isUtf8(pair)).map((pair) => pair.split('=', 1)[0] ?? '');
}

function isUtf8(text: string): boolean {
  try {
    decodeURIComponent(escaped(text));
    return true;
  } catch {
    return false;
  }
}

const escaped = (text: string) => text.replaceAll(LONE, '%25');

/**
 * The address of a tile, whose index has slashes in it, with these encoded: so it is one parameter of its path. All other addresses
 * stay as they are.
 */
const inOnePart = (url: string): string =>
  url.replace(
    /^(\/tile\/[^/?]+\/)([^?]+)/,
    (_, base: string, tile: string) => base + tile.replaceAll('/', '%2F'),
  );
