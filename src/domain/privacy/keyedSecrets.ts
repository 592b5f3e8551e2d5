import { collectionSecrets } from './collectionSecrets.js';
import { isReference } from './isReference.js';
import { isSecretValue } from './isSecretValue.js';
import { KEY_LITERALS, type Key, keysIn } from './keyNames.js';
import { KEY_SHAPES } from './keyShapes.js';
import { type Connector, type KeyValuePair, keyValuePairAt } from './keyValuePair.js';
import { readValue } from './readValue.js';
import type { Rule, Span } from './rule.js';
import { tableSecrets } from './tableSecrets.js';

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
    const spans: (Span & { form: string })[] = [];
    let done = 0;
    let read = 0;
    let tabled = 0;
    for (const key of keysIn(text)) {
      if (key.start >= tabled && HEADS_COLUMN.test(text.slice(key.end, key.end + 4))) {
        const table = tableSecrets(text, key.start);
        spans.push(...table.spans.map((span) => ({ ...span, form: 'table' })));
        tabled = table.end;
      }
      // Keys inside a value that is replaced are skipped. A kept value may hold pairs, but is short (see isReference).
      if (key.start < done) continue;
      const before = textBefore(text, key.start, done);
      const pair = keyValuePairAt(text, key, before);
      if (pair && MARKS.some((mark) => text.startsWith(mark, pair.at))) continue;
      const secret = secretOfPair(text, pair) ?? secretByShape(text, key, before);
      if (secret !== undefined) {
        const { form, start, end } = secret;
        spans.push({ kind: 'key-value', form, start, end });
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

const WEAK: ReadonlySet<Connector> = new Set(['stated', 'pointed', 'loose', 'below']);
/** In UTF-16 units. */
const LONGEST_KEPT = 512;

interface Range extends Pick<Span, 'start' | 'end'> {
  /** The connector or the shape, for reports. */
  readonly form: string;
}

function secretOfPair(text: string, pair: KeyValuePair | undefined): Range | undefined {
  if (pair === undefined) return undefined;
  // A value behind a weak connector may be kept however long it is, and read again from each key within it.
  const seen = WEAK.has(pair.connector) ? text.slice(0, pair.at + LONGEST_KEPT) : text;
  if (!isSecretValue(readValue(seen, pair.at, pair.form), pair)) return undefined;
  const { start, end } = readValue(text, pair.at, pair.form);
  return { form: pair.connector, start, end };
}

function secretByShape(text: string, key: Key, before: string): Range | undefined {
  for (const shape of KEY_SHAPES) {
    shape.after.lastIndex = key.end;
    if (shape.before !== undefined && !shape.before.test(before)) continue;
    const groups = shape.after.exec(text)?.indices?.slice(1);
    const [start, end] = groups?.find((range) => range !== undefined) ?? [0, 0];
    const value = text.slice(start, end);
    const looks = shape.looks?.(value) ?? true;
    if (value !== '' && looks && !isReference(value)) return { form: shape.id, start, end };
  }
  return undefined;
}
