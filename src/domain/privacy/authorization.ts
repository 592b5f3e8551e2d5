import { isReference } from './isReference.js';
import { trimmedEnd } from './readValue.js';
import { type Span, spansOf } from './span.js';

/** A header or a member of that name, its scheme and the first word of what follows. */
const HEADER =
  /authorization(?:\\{0,4}["'`])?\]?[ \t]{0,8}(?:=>|[:=])[ \t]{0,8}(?:[rbfu@$]?\\{0,4}["'`])?(?:(bearer|basic|token|digest|negotiate|apikey|api-key)[ \t]{1,8})?([^\s"'`,;<>]+|<[^\s<>]*>)([^\n]{0,3})/dgi;
const BARE_BEARER = /(?<![\w-])bearer[ \t]{1,8}([\w.~+/-]{16,}={0,2})/dgi;
const WORDS =
  /^(?:access|api|auth|authentication|authorization|challenge|credentials?|headers?|jwts?|keys?|prefix|required|scheme|schemes|support|tokens?|bearer|basic|digest|and|or|is|was|not|with|for|in|from|if|when|as|to)$/i;

/** The credentials of `Authorization: Bearer|Basic …`, also as a key of JSON or code, and of a bare `Bearer …`. */
export function authorizations(text: string): Span[] {
  const spans: Span[] = [];
  for (const header of text.matchAll(HEADER)) {
    const [, scheme, value = '', next = ''] = header;
    const range = header.indices?.[2];
    if (range === undefined) continue;
    const [start] = range;
    const end = trimmedEnd(text, start, start + value.length);
    const credentials = text.slice(start, end);
    if (scheme === undefined ? isOpaque(credentials) : isCredentials(credentials, next)) {
      spans.push({ kind: scheme?.toLowerCase() === 'basic' ? 'basic' : 'bearer', start, end });
    }
  }
  const bare = spansOf(text, BARE_BEARER, 'bearer', 1);
  return [...spans, ...bare.filter(({ start, end }) => isOpaque(text.slice(start, end)))];
}

/** Behind a scheme anything is a credential that is no reference, word of the trade, or beginning of a sentence. */
function isCredentials(value: string, next: string): boolean {
  if (value === '' || isReference(value) || WORDS.test(value)) return false;
  return !(/^[a-z]+$/.test(value) && /^[ \t]+[A-Za-z(]/.test(next));
}

/** On its own a credential has a digit, or is longer than words are. */
function isOpaque(value: string): boolean {
  return value.length >= 16 && (/\d/.test(value) || /\w{28}/.test(value)) && !isReference(value);
}
