import { isReference } from './isReference.js';
import { looksRandom } from './looksRandom.js';
import type { Span } from './span.js';

const HEAD = /s?["']?[ \t]{0,8}[:=][ \t]{0,8}([[{]|(?=\r?\n))/iy;
const LINE = /\r?\n[ \t]{1,40}(?:-[ \t]{1,8}|[\w.-]{1,60}:[ \t]{1,8})\S/y;
const ITEM = /[^\s"'`,[\]{}]{10,}/g;
const MOST_LINES = 64;
const LONGEST = 4096;

/** What was found, and up to where was looked. */
export interface Several {
  readonly spans: readonly Span[];
  readonly end: number;
}

/**
 * The secrets of a list or a map behind a key that ends at `at`: `tokens: ["…", "…"]`, `secrets: { db: "…" }`, or one a
 * line. What is in there may be anything, so only what looks drawn at random counts.
 */
export function severalValues(text: string, at: number): Several {
  HEAD.lastIndex = at;
  const bracket = HEAD.exec(text)?.[1];
  if (bracket === undefined) return { spans: [], end: at };
  const from = HEAD.lastIndex;
  const to = bracket === '' ? endOfLines(text, from) : endOfBracket(text, from, bracket);
  const spans: Span[] = [];
  for (const { 0: item, index } of text.slice(from, to).matchAll(ITEM)) {
    const start = from + index;
    if (looksRandom(item) && !isReference(item)) {
      spans.push({ kind: 'key-value', start, end: start + item.length });
    }
  }
  return { spans, end: to };
}

function endOfBracket(text: string, from: number, bracket: string): number {
  const end = text.slice(from, from + LONGEST).indexOf(bracket === '[' ? ']' : '}');
  return end === -1 ? from : from + end;
}

function endOfLines(text: string, from: number): number {
  let end = from;
  for (let line = 0; line < MOST_LINES; line += 1) {
    LINE.lastIndex = end;
    if (!LINE.test(text)) break;
    const next = text.slice(LINE.lastIndex, LINE.lastIndex + LONGEST).search(/\s|$/);
    end = LINE.lastIndex + next;
  }
  return end;
}
