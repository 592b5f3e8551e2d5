import { isReference } from './isReference.js';
import type { Rule } from './rule.js';
import type { Span } from './span.js';

/*
 * From `://` (also as JSON escapes it) to the last `@` before the authority ends. A password may hold a raw `/`, `?` or
 * `#` when what follows the colon cannot be a port. Starting at `://`, which it cannot contain, each is read once.
 */
const USER_INFO =
  /(?<=\w):\\?\/\\?\/([^\s/:@"'`<>]{0,256}(?::(?!\d{1,5}[/?#])[^\s"`<>]{0,512})?)@(?=[\w[$%{.-])/dg;

/** The `user:password` of URLs, and a user alone when it looks like a token; the host stays. */
export const urlCredentials: Rule = { needs: ['://', ':\\/'], find: findCredentials };

function findCredentials(text: string): Span[] {
  const spans: Span[] = [];
  for (const match of text.matchAll(USER_INFO)) {
    const range = match.indices?.[1];
    const [user = '', ...rest] = (match[1] ?? '').split(':');
    const password = rest.join(':');
    const secret = rest.length > 0 ? password !== '' && !isReference(password) : isOpaque(user);
    if (secret && range !== undefined) {
      spans.push({ kind: 'url-userinfo', start: range[0], end: range[1] });
    }
  }
  return spans;
}

/** Long, and with a digit: no name anyone logs in with. */
function isOpaque(user: string): boolean {
  return user.length >= 16 && /\d/.test(user) && !isReference(user);
}
