import { collectionSecrets } from './collectionSecrets.js';
import { isReference } from './isReference.js';
import { isSecretValue } from './isSecretValue.js';
import { KEY_LITERALS, type Key, keysIn } from './keyNames.js';
import { KEY_SHAPES } from './keyShapes.js';
import { type KeyValuePair, keyValuePairAt } from './keyValuePair.js';
import { readValue } from './readValue.js';
import type { Rule, Span } from './rule.js';

/** Length of the text before a key that is read, in UTF-16 units. */
const BEFORE = 80;
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
    const spans: Span[] = [];
    let done = 0;
    let read = 0;
    for (const key of keysIn(text)) {
      // Keys inside a value that is replaced are skipped. A kept value may hold pairs, but is short (see isReference).
      if (key.start < done) continue;
      const before = textBefore(text, key.start, done);
      const pair = keyValuePairAt(text, key, before);
      if (pair && MARKS.some((mark) => text.startsWith(mark, pair.at))) continue;
      const secret = secretOfPair(text, pair) ?? secretByShape(text, key, before);
      if (secret !== undefined) {
        spans.push({ kind: 'key-value', start: secret.start, end: secret.end });
        done = secret.end;
      } else if (key.end >= read) {
        const collection = collectionSecrets(text, key.end);
        spans.push(...collection.spans);
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

type Range = Pick<Span, 'start' | 'end'>;

function secretOfPair(text: string, pair: KeyValuePair | undefined): Range | undefined {
  const value = pair && readValue(text, pair.at, pair.form);
  return value && isSecretValue(value, pair) ? value : undefined;
}

function secretByShape(text: string, key: Key, before: string): Range | undefined {
  for (const shape of KEY_SHAPES) {
    shape.after.lastIndex = key.end;
    if (shape.before !== undefined && !shape.before.test(before)) continue;
    const groups = shape.after.exec(text)?.indices?.slice(1);
    const [start, end] = groups?.find((range) => range !== undefined) ?? [0, 0];
    const value = text.slice(start, end);
    const looks = shape.looks?.(value) ?? true;
    if (value !== '' && looks && !isReference(value)) return { start, end };
  }
  return undefined;
}
