import { KEY_LITERALS, type Key, keysIn } from './keyNames.js';
import { candidateAt, type KeyValuePair, keyValuePairAt, readValue } from './keyValuePair.js';
import { looksRandom, looksSecret } from './looks.js';
import { isReference } from './references.js';
import type { Find, Rule, Span } from './rule.js';
import { isWeak, LONGEST_KEPT, whySecret } from './signals.js';
import { collectionSecrets, tableSecrets } from './structuredSecrets.js';

/** Length of the text before a key that is read, in UTF-16 units. */
const BEFORE = 80;
/** Behind a key that is the cell of a table: its border, or the end of the line. */
const HEADS_COLUMN = /^["'`* ]{0,3}(?:[,;|\t\r\n]|$)/;
/** Values that are already replaced, also in quotes. */
const MARKS = ['[REDACTED]', '"[REDACTED]', "'[REDACTED]", '[PRIVATE]'];

/**
 * Finds the values of keys that name a secret, in `k=v`, `k: v`, JSON, YAML, URL queries, calls, tables, `--k v`, and
 * sentences ("the password is …"). The keys stay.
 */
export const keyedSecrets: Rule = {
  id: 'keyed',
  needs: KEY_LITERALS,
  find(text) {
    const spans: (Range & Pick<Span, 'kind'>)[] = [];
    let done = 0;
    let read = 0;
    let tabled = 0;
    for (const key of keysIn(text)) {
      if (key.start >= tabled && HEADS_COLUMN.test(text.slice(key.end, key.end + 4))) {
        const table = tableSecrets(text, key.start);
        spans.push(...table.spans.map((span) => ({ ...span, form: 'table' })));
        tabled = table.end;
      }
      // Keys inside a value that is replaced are skipped. A kept value may hold pairs, but is short (LONGEST_KEPT).
      if (key.start < done) continue;
      const before = textBefore(text, key.start, done);
      const pair = keyValuePairAt(text, key, before);
      if (pair && MARKS.some((mark) => text.startsWith(mark, pair.at))) continue;
      const secret = secretOfPair(text, pair) ?? secretByShape(text, key, before);
      if (secret !== undefined) {
        spans.push({ kind: 'key-value', ...secret });
        done = secret.end;
      } else if (key.end >= read) {
        const collection = collectionSecrets(text, key.end);
        spans.push(...collection.spans.map((span) => ({ ...span, form: 'collection' })));
        read = collection.end;
      }
    }
    return spans;
  },
};

/** The text before a key as it will be once the secret before it is replaced, because its quotes could mislead. */
function textBefore(text: string, key: number, done: number): string {
  const from = Math.max(0, key - BEFORE);
  return done > from ? `[REDACTED]${text.slice(done, key)}` : text.slice(from, key);
}

interface Range extends Pick<Find, 'start' | 'end' | 'signals'> {
  /** The connector or the shape, for reports. */
  readonly form: string;
}

function secretOfPair(text: string, pair: KeyValuePair | undefined): Range | undefined {
  if (pair === undefined) return undefined;
  // A value behind a weak connector may be kept however long it is, and read again from each key within it.
  const seen = isWeak(pair.connector) ? text.slice(0, pair.at + LONGEST_KEPT) : text;
  const signals = whySecret(candidateAt(seen, pair));
  if (signals === undefined) return undefined;
  const { start, end } = readValue(text, pair.at, pair.form);
  return { form: pair.connector, signals, start, end };
}

function secretByShape(text: string, key: Key, head: string): Range | undefined {
  for (const { form, before, after, looks } of SHAPES) {
    after.lastIndex = key.end;
    if (!before.test(head)) continue;
    const groups = after.exec(text)?.indices?.slice(1);
    const [start, end] = groups?.find((range) => range !== undefined) ?? [0, 0];
    const value = text.slice(start, end);
    if (value !== '' && looks(value) && !isReference(value)) return { form, start, end };
  }
  return undefined;
}

const QUOTED = '(?:"([^"\\n]{1,512})"|\'([^\'\\n]{1,512})\')';
const ASSIGNED = '["\']?[ \\t]{0,8}[:=][ \\t]{0,8}';
const VALUE = '(?:value|default|content)';
// Of an element, without an empty line: what follows one is another paragraph, and its tags are others.
const CONTENT = '[^<>\\s](?:[^<>\\n]|\\n(?!\\r?\\n)){0,512}';
const ANYWHERE = /$/;

/**
 * Values that stand apart from their key, by names for reports: what stands before the key, of which no more than 80 characters
 * are seen; what follows the key, where the first group that took part is the value (every gap is bounded); and what the value
 * must look like, where the shape leaves a doubt.
 */
const KEY_SHAPES: Readonly<
  Record<string, readonly [before: RegExp, after: string, looks?: (value: string) => boolean]>
> = {
  // `"name": "DB_PASSWORD", "value": "…"`, `<add key="SmtpPassword" value="…"/>`, `variable "db_password" { default = "…"`
  'value-beside-name': [
    ANYWHERE,
    `["'][^}\\]<>]{0,120}?\\b${VALUE}["']?[ \\t]{0,8}[:=][ \\t]{0,8}${QUOTED}`,
  ],
  // `name: DB_PASSWORD` and below it `value: …`
  'value-below-name': [
    /\bname:[ \t]{0,8}["']?[\w.-]*$/i,
    `["']?[ \\t]{0,8}(?:,|\\r?\\n)[ \\t]{0,40}${VALUE}:[ \\t]{0,8}(?:${QUOTED}|([^\\s"'{}]{1,512}))`,
  ],
  // `<password>…</`
  element: [
    /<[\w:.-]*$/,
    `(?:[ \\t][^<>]{0,120})?>\\s{0,40}(?:<!\\[CDATA\\[)?(${CONTENT}?)(?:\\]\\]>)?</`,
  ],
  // `<key>password</key>` or `<name>…</name>`, and behind it or below `<string>…</`, `<value>…</`
  'element-behind-name': [
    /<(?:key|name|string|entry)>[\w .-]*$/i,
    `\\s{0,8}</\\w{1,10}>\\s{0,40}<(?:string|value|data)\\b[^<>]{0,60}>\\s{0,8}(${CONTENT}?)\\s{0,8}</`,
  ],
  // `<td>Password</td><td>…</`, also `th`, `dt`, `label`
  'cell-behind-name': [
    /<(?:td|th|dt|label|b|strong)\b[^<>]{0,40}>[\w .-]*$/i,
    `:?\\s{0,8}</\\w{1,10}>:?\\s{0,40}<(?:td|dd|span|code|samp)\\b[^<>]{0,60}>\\s{0,8}([^<>\\s]{1,256})\\s{0,8}</`,
    looksSecret,
  ],
  // `<property name="db.password">…</`
  'property-element': [/[ \t](?:name|key)=["'][\w.-]*$/i, `["'][^<>]{0,60}>(${CONTENT})</`],
  // `setPassword("…")`, `.withToken('…')`
  setter: [/\b(?:set|with|use|put)_?$/i, `\\([ \\t]{0,8}@?${QUOTED}`],
  // `.withUser("jane").password("…")`
  builder: [/\)\s{0,40}\.$/, `\\([ \\t]{0,8}${QUOTED}[ \\t]{0,8}\\)`, looksSecret],
  // `SET PASSWORD FOR … = PASSWORD('…')` of SQL
  'sql-function': [
    /[=,(][ \t]{0,8}(?:OLD_)?$/i,
    `\\([ \\t]{0,8}${QUOTED}[ \\t]{0,8}\\)`,
    looksSecret,
  ],
  // `TOKEN_OF_WHATEVER=…`
  'named-further': [ANYWHERE, `_\\w{1,30}${ASSIGNED}["']?([\\w.+/=-]{10,512})`, looksRandom],
  // `password = settings.password || '…'`
  fallback: [
    ANYWHERE,
    `${ASSIGNED}[\\w$.?()[\\]]{1,80}[ \\t]{0,4}(?:\\|\\||\\?\\?|\\bor\\b)[ \\t]{0,4}${QUOTED}`,
  ],
  // `token = getenv("TOKEN", "…")`, `secret = new Secret("…")`
  argument: [
    ANYWHERE,
    `${ASSIGNED}[\\w$.: ]{1,80}\\([ \\t]{0,4}(?:["'][\\w.-]{1,60}["'],[ \\t]{0,4})?${QUOTED}`,
    looksSecret,
  ],
};

const SHAPES = Object.entries(KEY_SHAPES).map(([form, [before, after, looks = () => true]]) => ({
  form,
  before,
  after: new RegExp(after, 'diy'),
  looks,
}));
