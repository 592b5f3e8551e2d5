import { isReference } from './isReference.js';
import { looksRandom } from './looksRandom.js';
import type { Span } from './rule.js';

const HEAD = /s?["']?[ \t]{0,8}[:=][ \t]{0,8}([[{]|(?=\r?\n))/iy;
const LINE = /\r?\n[ \t]{1,40}(?:-[ \t]{1,8}|[\w.-]{1,60}:[ \t]{1,8})\S/y;
const ITEM = /[^\s"'`,[\]{}]{10,}/g;
const MAX_LINES = 64;
const MAX_LENGTH = 4096;

/** The secrets of a list or map, and the offset up to which the text was read. */
export interface CollectionSecrets {
  readonly spans: readonly Span[];
  readonly end: number;
}

/**
 * The secrets of a list or a map after a key that ends at `at`: `tokens: ["…", "…"]`, `secrets: { db: "…" }`, or one per
 * line. Its values may be of any sort, so only those that look random count.
 */
export function collectionSecrets(text: string, at: number): CollectionSecrets {
  HEAD.lastIndex = at;
  const bracket = HEAD.exec(text)?.[1];
  if (bracket === undefined) return { spans: [], end: at };
  const from = HEAD.lastIndex;
  const to = bracket === '' ? endOfLines(text, from) : endOfBracket(text, from, bracket);
  const spans: Span[] = [];
  for (const { 0: item, index } of text.slice(from, to).matchAll(ITEM)) {
    const start = from + index;
    // The digests of a lock file, in the map of a package such as `js-tokens`.
    if (looksRandom(item) && !isReference(item) && !/^sha\d{3}-/.test(item)) {
      spans.push({ kind: 'key-value', start, end: start + item.length });
    }
  }
  return { spans, end: to };
}

function endOfBracket(text: string, from: number, bracket: string): number {
  const end = text.slice(from, from + MAX_LENGTH).indexOf(bracket === '[' ? ']' : '}');
  return end === -1 ? from : from + end;
}

function endOfLines(text: string, from: number): number {
  let end = from;
  for (let line = 0; line < MAX_LINES; line += 1) {
    LINE.lastIndex = end;
    if (!LINE.test(text)) break;
    const next = text.slice(LINE.lastIndex, LINE.lastIndex + MAX_LENGTH).search(/\s|$/);
    end = LINE.lastIndex + next;
  }
  return end;
}
