import { hasDigitAndLetter } from './isSecretValue.js';
import { looksRandom } from './looksRandom.js';

/** A value that stands apart from its key. */
export interface KeyShape {
  /** Unique; names the shape in reports. */
  readonly id: string;
  /** What stands before the key; sees no more than 80 characters. */
  readonly before?: RegExp;
  /** What follows the key, with the flags `d` and `y`; the first group that took part is the value. */
  readonly after: RegExp;
  /** What the value must look like, where the shape leaves a doubt. */
  readonly looks?: (value: string) => boolean;
}

const QUOTED = '(?:"([^"\\n]{1,512})"|\'([^\'\\n]{1,512})\')';
const ASSIGNED = '["\']?[ \\t]{0,8}[:=][ \\t]{0,8}';
const VALUE = '(?:value|default|content)';
// Of an element, without an empty line: what follows one is another paragraph, and its tags are others.
const CONTENT = '[^<>\\s](?:[^<>\\n]|\\n(?!\\r?\\n)){0,512}';
const after = (source: string) => new RegExp(source, 'diy');

/* Every gap is bounded. */
export const KEY_SHAPES: readonly KeyShape[] = [
  // `"name": "DB_PASSWORD", "value": "…"`, `<add key="SmtpPassword" value="…"/>`, `variable "db_password" { default = "…"`
  {
    id: 'value-beside-name',
    after: after(`["'][^}\\]<>]{0,120}?\\b${VALUE}["']?[ \\t]{0,8}[:=][ \\t]{0,8}${QUOTED}`),
  },
  // `name: DB_PASSWORD` and below it `value: …`
  {
    id: 'value-below-name',
    before: /\bname:[ \t]{0,8}["']?[\w.-]*$/i,
    after: after(
      `["']?[ \\t]{0,8}(?:,|\\r?\\n)[ \\t]{0,40}${VALUE}:[ \\t]{0,8}(?:${QUOTED}|([^\\s"'{}]{1,512}))`,
    ),
  },
  // `<password>…</`
  {
    id: 'element',
    before: /<[\w:.-]*$/,
    after: after(`(?:[ \\t][^<>]{0,120})?>\\s{0,40}(?:<!\\[CDATA\\[)?(${CONTENT}?)(?:\\]\\]>)?</`),
  },
  // `<key>password</key>` or `<name>…</name>`, and behind it or below `<string>…</`, `<value>…</`
  {
    id: 'element-behind-name',
    before: /<(?:key|name|string|entry)>[\w .-]*$/i,
    after: after(
      `\\s{0,8}</\\w{1,10}>\\s{0,40}<(?:string|value|data)\\b[^<>]{0,60}>\\s{0,8}(${CONTENT}?)\\s{0,8}</`,
    ),
  },
  // `<td>Password</td><td>…</`, also `th`, `dt`, `label`
  {
    id: 'cell-behind-name',
    before: /<(?:td|th|dt|label|b|strong)\b[^<>]{0,40}>[\w .-]*$/i,
    after: after(
      `:?\\s{0,8}</\\w{1,10}>:?\\s{0,40}<(?:td|dd|span|code|samp)\\b[^<>]{0,60}>\\s{0,8}([^<>\\s]{1,256})\\s{0,8}</`,
    ),
    looks: hasDigitAndLetter,
  },
  // `<property name="db.password">…</`
  {
    id: 'property-element',
    before: /[ \t](?:name|key)=["'][\w.-]*$/i,
    after: after(`["'][^<>]{0,60}>(${CONTENT})</`),
  },
  // `setPassword("…")`, `.withToken('…')`
  {
    id: 'setter',
    before: /\b(?:set|with|use|put)_?$/i,
    after: after(`\\([ \\t]{0,8}@?${QUOTED}`),
  },
  // `.withUser("jane").password("…")`
  {
    id: 'builder',
    before: /\)\s{0,40}\.$/,
    after: after(`\\([ \\t]{0,8}${QUOTED}[ \\t]{0,8}\\)`),
    looks: hasDigitAndLetter,
  },
  // `SET PASSWORD FOR … = PASSWORD('…')` of SQL
  {
    id: 'sql-function',
    before: /[=,(][ \t]{0,8}(?:OLD_)?$/i,
    after: after(`\\([ \\t]{0,8}${QUOTED}[ \\t]{0,8}\\)`),
    looks: hasDigitAndLetter,
  },
  // `TOKEN_OF_WHATEVER=…`
  {
    id: 'named-further',
    after: after(`_\\w{1,30}${ASSIGNED}["']?([\\w.+/=-]{10,512})`),
    looks: looksRandom,
  },
  // `password = settings.password || '…'`
  {
    id: 'fallback',
    after: after(
      `${ASSIGNED}[\\w$.?()[\\]]{1,80}[ \\t]{0,4}(?:\\|\\||\\?\\?|\\bor\\b)[ \\t]{0,4}${QUOTED}`,
    ),
  },
  // `token = getenv("TOKEN", "…")`, `secret = new Secret("…")`
  {
    id: 'argument',
    after: after(
      `${ASSIGNED}[\\w$.: ]{1,80}\\([ \\t]{0,4}(?:["'][\\w.-]{1,60}["'],[ \\t]{0,4})?${QUOTED}`,
    ),
    looks: hasDigitAndLetter,
  },
];
