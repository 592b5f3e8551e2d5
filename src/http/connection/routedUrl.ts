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
  return path.startsWith('/') ? path : NOWHERE;
}

/** True when the path of a URL is percent-encoded UTF-8. */
export function isDecodable(url: string): boolean {
  try {
    decodeURI(url.split('?')[0] ?? '');
    return true;
  } catch {
    return false;
  }
}
