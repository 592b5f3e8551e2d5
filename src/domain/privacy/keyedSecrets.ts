import { isReference } from './isReference.js';
import { isSecretValue } from './isSecretValue.js';
import { KEY_LITERALS, type Key, keysIn } from './keyNames.js';
import { KEY_SHAPES } from './keyShapes.js';
import { readValue } from './readValue.js';
import type { Rule } from './rule.js';
import { severalValues } from './severalValues.js';
import type { Span } from './span.js';
import { type Pairing, pairingOf } from './valueLead.js';

/** How much of the text before a key is looked at. */
const BEFORE = 80;
/** What is already gone, also in quotes. */
const MARKS = ['[REDACTED]', '"[REDACTED]', "'[REDACTED]", '[PRIVATE]'];

/**
 * The values of keys that name a secret, in `k=v`, `k: v`, JSON, YAML, URL queries, calls, tables, `--k v`, and where
 * name and value are told apart. The keys stay.
 */
export const keyedSecrets: Rule = {
  needs: KEY_LITERALS,
  find(text) {
    const spans: Span[] = [];
    let done = 0;
    let looked = 0;
    for (const key of keysIn(text)) {
      // A value that goes is not looked into; one that stays may hold pairs, but is short (see isReference).
      if (key.start < done) continue;
      const before = textBefore(text, key.start, done);
      const pairing = pairingOf(text, key, before);
      if (pairing && MARKS.some((mark) => text.startsWith(mark, pairing.at))) continue;
      const found = pairedWith(text, pairing) ?? shapedAround(text, key, before);
      if (found !== undefined) {
        spans.push({ kind: 'key-value', start: found.start, end: found.end });
        done = found.end;
      } else if (key.end >= looked) {
        const several = severalValues(text, key.end);
        spans.push(...several.spans);
        looked = several.end;
      }
    }
    return spans;
  },
};

/** The text before a key, with a mark for a value that goes: as it will stand there, whatever its quotes suggest. */
function textBefore(text: string, key: number, done: number): string {
  const from = Math.max(0, key - BEFORE);
  return done > from ? `[REDACTED]${text.slice(done, key)}` : text.slice(from, key);
}

type Range = Pick<Span, 'start' | 'end'>;

function pairedWith(text: string, pairing: Pairing | undefined): Range | undefined {
  const value = pairing && readValue(text, pairing.at, pairing.form);
  return value && isSecretValue(value, pairing) ? value : undefined;
}

function shapedAround(text: string, key: Key, before: string): Range | undefined {
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
