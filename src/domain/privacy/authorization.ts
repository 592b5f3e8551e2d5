import { holdsCredentials } from './encodedCredentials.js';
import { isReference } from './isReference.js';
import { looksRandom } from './looksRandom.js';
import { trimmedEnd } from './readValue.js';
import type { Rule, Span } from './rule.js';

/**
 * The header, a member of that name or a call that sets it; the scheme; the first word after it, which is on the next
 * line when the header is folded.
 */
const HEADER =
  /authorization(?:\\{0,4}["'`])?\]?[ \t]{0,8}(?:=>|[:=,])[ \t]{0,8}(?:\[\]string\{|\[)?(?:[rbfu@$]?\\{0,4}["'`])?(?:(bearer|basic|token|digest|negotiate|apikey|api-key)(?:\\?[ \t]{1,8}|\r?\n[ \t]{1,8}))?([^\s"'`,;<>]+|<[^\s<>]*>)/dgi;
const BARE = /(?<![\w-])(bearer|basic)[ \t]{1,8}([\w.~+/-]{16,}={0,2})/dgi;
const QUOTED_BEARER = /["'`]bearer[ \t]{1,8}([^\s"'`]{6,512})["'`]/dgi;
/** The member of Docker's and npm's settings. */
const ENCODED = /(?<![A-Za-z])_?auth["']?[ ]?[:=][ \t]{0,8}["']?([\w+/-]{8,512}={0,2})/dgi;
const WORDS =
  /^(?:access|api|auth|aws4-hmac-sha256|authentication|authorization|challenge|credentials?|headers?|jwts?|keys?|prefix|required|scheme|schemes|support|tokens?|bearer|basic|digest|and|or|is|was|not|with|for|in|from|if|when|as|to)$/i;

/** The credentials of `Authorization: Bearer|Basic …`, also as a key of JSON or code, and of a bare `Bearer …`. */
export const authorizations: Rule = {
  id: 'authorization',
  needs: ['authorization', 'bearer', 'basic'],
  find(text) {
    const spans: Span[] = [];
    for (const { 1: scheme, indices } of text.matchAll(HEADER)) {
      const [start, stop] = indices?.[2] ?? [0, 0];
      const end = trimmedEnd(text, start, stop);
      const next = text.slice(stop, stop + 3);
      const credentials = text.slice(start, end);
      if (scheme === undefined ? isLong(credentials) : isCredentials(credentials, next)) {
        spans.push({ kind: kindOf(scheme), start, end });
      }
    }
    for (const { 1: scheme, 2: value = '', indices } of text.matchAll(BARE)) {
      const [start, end] = indices?.[2] ?? [0, 0];
      const isBasic = scheme?.toLowerCase() === 'basic';
      if (isBasic ? looksRandom(value) || holdsCredentials(value) : isLong(value)) {
        spans.push({ kind: kindOf(scheme), start, end });
      }
    }
    for (const { 1: value = '', indices } of text.matchAll(QUOTED_BEARER)) {
      const [start, end] = indices?.[1] ?? [0, 0];
      if (isCredentials(value, '')) spans.push({ kind: 'bearer', start, end });
    }
    return spans;
  },
};

/** The `auth` of Docker's and npm's settings: `user:password` in base64, however little random it looks. */
export const encodedAuth: Rule = {
  id: 'encoded-auth',
  needs: ['auth"', "auth'", 'auth:', 'auth=', 'auth =', 'auth :'],
  find(text) {
    const spans: Span[] = [];
    for (const { 1: value = '', indices } of text.matchAll(ENCODED)) {
      const [start, end] = indices?.[1] ?? [0, 0];
      if (holdsCredentials(value)) spans.push({ kind: 'basic', start, end });
    }
    return spans;
  },
};

const kindOf = (scheme: string | undefined) =>
  scheme?.toLowerCase() === 'basic' ? 'basic' : 'bearer';

/** After a scheme, a value is a credential unless it is a reference, a technical word or the start of a sentence. */
function isCredentials(value: string, next: string): boolean {
  if (value === '' || isReference(value) || WORDS.test(value)) return false;
  // The parts of a text that a program puts together, or a placeholder.
  if (/^\\{0,2}\$?[{[][A-Za-z_]/.test(value)) return false;
  // The name of a parameter: `Digest username="…"`, `Bearer realm="…"`.
  if (/^\w+=(?:%\w|$)/.test(value)) return false;
  return !(/^[a-z]+$/.test(value) && /^[ \t]+[A-Za-z(]/.test(next));
}

/** Without a scheme, a credential must have a digit or be longer than any word. */
function isLong(value: string): boolean {
  return (
    value.length >= 16 &&
    !WORDS.test(value) &&
    (/\d/.test(value) || (/\w{28}/.test(value) && !/(?:[A-Z][a-z]{2,}){2}/.test(value))) &&
    !isReference(value)
  );
}
