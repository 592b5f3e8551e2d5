import { isPlaceholder, isReference } from './isReference.js';
import type { Rule, Span } from './rule.js';

/*
 * From `://` (also escaped as in JSON) to the last `@` of the authority. A password may contain a raw `/`, `?` or `#` when
 * the text after the colon cannot be a port. A match starts at `://` and cannot contain it, so each is read once.
 */
const USER_INFO =
  /(?<=\w):\\?\/\\?\/([^\s/:@"'`<>]{0,256}(?::(?!\d{1,5}[/?#])[^\s"`<>]{0,512})?)@(?=[\w[$%{.-])/dg;

/** How documents write the form itself. `user:pass` is found: many a local database has just that. */
const PLACEHOLDER = /^(?:|user|username|login|name):password$/i;

/** Finds the `user:password` of URLs, and a user alone that looks like a token. The host stays. */
export const urlCredentials: Rule = {
  id: 'url-credentials',
  needs: ['://', ':\\/'],
  find: findCredentials,
};

function findCredentials(text: string): Span[] {
  const spans: Span[] = [];
  for (const match of text.matchAll(USER_INFO)) {
    const range = match.indices?.[1];
    const [user = '', ...rest] = (match[1] ?? '').split(':');
    const password = rest.join(':');
    const secret =
      rest.length > 0
        ? password !== '' && !isPlaceholder(password) && !PLACEHOLDER.test(`${user}:${password}`)
        : isToken(user);
    if (secret && range !== undefined) {
      spans.push({ kind: 'url-userinfo', start: range[0], end: range[1] });
    }
  }
  return spans;
}

/** Long and with a digit: nobody logs in with such a name. */
function isToken(user: string): boolean {
  return user.length >= 16 && /\d/.test(user) && !isReference(user);
}
