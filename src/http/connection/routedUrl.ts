const PREFIX = '/vault-api';

/** Every path is also served under `/vault-api`, taken off before routing as a whole path segment. */
function withoutPrefix(url: string): string {
  if (!url.startsWith(PREFIX)) return url;
  const rest = url.slice(PREFIX.length);
  if (rest === '' || rest.startsWith('?')) return `/${rest}`;
  return rest.startsWith('/') ? rest : url;
}

/** A request line in absolute form (RFC 9112, section 3.2.2) means the same as its path. */
function withoutAuthority(url: string): string {
  return url.replace(/^https?:\/\/[^/?#]*/i, '') || '/';
}

/**
 * Where a URL is routed to. One whose path is no percent-encoded UTF-8 goes where no route is, so that
 * it is counted, logged and refused like any other request.
 */
export function routedUrl(url: string): string {
  return isDecodable(url) ? withoutPrefix(withoutAuthority(url)) : '/';
}

/** Whether the path of a URL is percent-encoded UTF-8. */
export function isDecodable(url: string): boolean {
  try {
    decodeURI(url.split('?')[0] ?? '');
    return true;
  } catch {
    return false;
  }
}
