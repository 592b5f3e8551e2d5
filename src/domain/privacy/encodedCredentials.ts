import type { Rule, Span } from './rule.js';

/** Characters of a user, a colon and a password. */
const USER_AND_PASSWORD = /^[\w.@+$-]{1,128}:[^\s\p{C}]{1,256}$/u;

/** Whether a text is `user:password` in base64, as Basic authentication and Docker's `config.json` have it. */
export function holdsCredentials(base64: string): boolean {
  if (base64.length < 8 || base64.length > 512 || !/^[\w+/-]+={0,2}$/.test(base64)) return false;
  return USER_AND_PASSWORD.test(decoded(base64));
}

/** A word of base64 whose first byte is a letter, and each third byte after it one of ASCII. */
const WORD =
  /\b(?<![+/=.-])[Q-WY-Za-e][A-Za-z\d+/]{3}[A-Za-f][A-Za-z\d+/]{3}[A-Za-f][A-Za-z\d+/]{1,500}={0,2}(?![\w+/=-])/g;
/** A number or a UUID is the id of something (`User:42`), and what begins with `//` is a URL. */
const PAIR =
  /^[A-Za-z][\w.@+-]{1,63}:(?!\/\/|\d+$|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$)[!-~]{4,256}$/;

/** `user:password` in base64 where nothing says that it is one. */
export const encodedPairs: Rule = {
  id: 'encoded-pair',
  find(text) {
    // Almost no text has one, and `matchAll` copies the pattern before it looks.
    if (text.search(WORD) === -1) return [];
    const spans: Span[] = [];
    for (const { 0: word, index: start } of text.matchAll(WORD)) {
      if (word.length % 4 === 0 && PAIR.test(decoded(word))) {
        spans.push({ kind: 'basic', start, end: start + word.length });
      }
    }
    return spans;
  },
};

const decoded = (base64: string) => Buffer.from(base64, 'base64').toString('latin1');
