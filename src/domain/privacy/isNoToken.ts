import type { KeyValuePair } from './keyValuePair.js';
import { looksRandom } from './looksRandom.js';

/** No value of a token: a version, a colour, a scheme, a regular expression, a comment, a call, a placeholder. */
const NO_TOKEN =
  /^(?:[~^]\d{1,4}|[~^]?\d{1,4}(?:\.\d{1,4}){1,3}|#[\da-f]{3,8}|sha\d{3}-.*|\?[A-Z]\w*|bearer|basic|digest|\d{0,2}\*.*|.*(?:\(\?[:=!<]|\\[wWdDsS]|\[\^).*|\/\/ .*|(?:\\u[\da-f]{4}|\\[nrt])+|[a-z]{1,20}\(["'].*\)|my[-_]?(?:auth[-_]?)?(?:token|secret|key)\d?(?:-here)?)$/i;
/** Tokens and keys have no blanks and are no words: `token: "Hello"`, `countToken: "COUNT"`, `key: 'pre-shared key'`. */
const WORDS_FOR_TOKEN =
  /^(?:[A-Za-z'’-]+(?: [A-Za-z'’-]+)+|[A-Z][a-z]+[!?.]?(?:\\[nrt])?|[A-Z]{2,6})$/;
/** "will be redacted", "this should be ignored" */
const SENTENCE_ABOUT = /^(?:this|it|as|will|should|must|is)\b[A-Za-z ]*$/i;
/** The attribute of HTML for the letter that reaches a link, behind `<a ` or another attribute. */
const IN_TAG = /(?:<[a-z]\w{0,10}|")[ \t]{1,8}$/i;
const EVERYDAY =
  /\b(?:an?|and|are|be|by|for|from|in|is|must|not|of|or|should|that|the|this|to|will|with)\b/i;
/** A constant of a program. */
export const UPPER_NAME = /^[A-Z]{2,}(?:_[A-Z]+)+$/;

/** True for what cannot be the value of a token or key, though it might be a password. */
export function isNoToken(text: string, { key, before }: KeyValuePair, quoted: boolean): boolean {
  if (NO_TOKEN.test(text)) return true;
  if (!quoted) return false;
  if (isProse(text) || UPPER_NAME.test(text)) return true;
  if (text.length === 1 && /^accesskey$/i.test(key) && IN_TAG.test(before)) return true;
  return (/(?:token|key)$/i.test(key) ? WORDS_FOR_TOKEN : SENTENCE_ABOUT).test(text);
}

/** Five words or more, among them some of every sentence, so that it is no passphrase; and nothing random. */
export function isProse(text: string): boolean {
  const words = text.split(/\s+/);
  return words.length >= 5 && EVERYDAY.test(text) && !words.some(looksRandom);
}
