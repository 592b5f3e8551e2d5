import { isReference } from './isReference.js';
import { isSecretValue } from './isSecretValue.js';
import { readValue } from './readValue.js';
import type { Span } from './span.js';

/*
 * A key, as the end of whatever name it is the end of (`DB_PASSWORD`, `clientSecret`, `X-Api-Key`); then what may close
 * it (a quote, escaped or not, a bracket, markdown's `**`, `?` or `!` of a declaration), then what leads to the value.
 * Keys of two words come before their parts. `token::new` and `secret://` are no pairs; a .NET `PublicKeyToken` is no secret. All repetitions are bounded but the
 * blanks before the value, which are read once.
 */
const KEY =
  '(?:(?:api|private|access|secret|signing|encryption|account|shared|auth)[_\\- ]?key' +
  '|client[_\\- ]?secret|(?:role|secret)[_\\- ]?id' +
  '|pass(?:word|wd|phrase|code)|pwd|(?<!publickey)token|secret' +
  '|(?:db|user|smtp|mail|mysql|pg|postgres|redis|admin|root|ftp|ssh|proxy|auth)_?pass)' +
  '(?:_?\\d{1,2})?';
const CLOSE = '(?:\\\\{0,4}["\'`])?\\]?(?:\\*\\*)?[?!]?';
const TYPED = '[ \\t]{0,4}:[ \\t]{0,4}[&*]?[A-Za-z]\\w{1,30}[ \\t]{0,4}=(?=[ \\t]{0,4}["\'`])';
const LEADS = `${TYPED}|[ \\t]{0,8}(?:=>|:=|={1,3}|:(?!:|\\/\\/))|(?=[ \\t])`;
const PAIR = new RegExp(`(${KEY})(${CLOSE})(${LEADS})([ \\t]*)(?:\\*\\*[ \\t]*)?`, 'gi');
const ELEMENT = new RegExp(`<[\\w:.-]{0,40}${KEY}>([^<>\\s][^<>]{0,512})</`, 'dgi');
/** Comparisons, and the arrows of functions as well as of PHP and Ruby: only a quoted value is one there. */
const IN_CODE = new Set(['=>', '==', '===']);
const FLAG = /(?:^|\s)--[\w-]*$/;

/** The values of keys that name a secret, in `k=v`, `k: v`, JSON, YAML, URL queries, XML and `--k v`. The keys stay. */
export function keyValueSecrets(text: string): Span[] {
  const spans: Span[] = [];
  PAIR.lastIndex = 0;
  for (let pair = PAIR.exec(text); pair !== null; pair = PAIR.exec(text)) {
    const [, key = '', close = '', lead = '', blanks = ''] = pair;
    const after = PAIR.lastIndex;
    const before = text.slice(Math.max(0, pair.index - 40), pair.index);
    // Without anything between them but blanks, two words are a pair only behind the dashes of a command line.
    if (lead === '' && (close !== '' || !FLAG.test(before))) continue;
    const leads =
      lead.endsWith('=') && lead.includes(':') && !lead.includes(':=') ? '=' : lead.trim();
    if (IN_CODE.has(leads) && !/["'`\\]/.test(text.charAt(after))) continue;
    const inQuery = leads === '=' && /[?&][\w.-]*$/.test(before);
    if (inQuery && blanks !== '') continue;
    const value = readValue(text, after, inQuery);
    if (isSecretValue(value, { key, close, leads, spaced: blanks !== '' })) {
      spans.push({ kind: 'key-value', start: value.start, end: value.end });
      // A value that goes is not looked into; one that stays may hold pairs, but is short (see isReference).
      PAIR.lastIndex = Math.max(after, value.end);
    }
  }
  for (const element of text.matchAll(ELEMENT)) {
    const range = element.indices?.[1];
    if (range !== undefined && !isReference(element[1] ?? '')) {
      spans.push({ kind: 'key-value', start: range[0], end: range[1] });
    }
  }
  return spans;
}
