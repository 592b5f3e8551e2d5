import { type ParsedUrlQuery, parse } from 'node:querystring';

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
