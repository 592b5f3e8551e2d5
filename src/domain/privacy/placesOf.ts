import type { Kind } from './kinds.js';
import type { Span } from './rule.js';

/** A position in a text for a human reader. Lines and columns count from 1; `column` and `characters` are code points. */
export interface Place {
  readonly kind: Kind;
  readonly line: number;
  readonly column: number;
  readonly characters: number;
}

/** The places of spans, which must be in order and not overlap. Reads the text once. */
export function placesOf(text: string, spans: readonly Span[]): Place[] {
  let line = 1;
  let column = 1;
  let done = 0;
  return spans.map(({ kind, start, end }) => {
    const before = text.slice(done, start);
    const lines = before.split('\n');
    line += lines.length - 1;
    column = codePoints(lines.at(-1) ?? '') + (lines.length > 1 ? 1 : column);
    done = start;
    return { kind, line, column, characters: codePoints(text.slice(start, end)) };
  });
}

const codePoints = (text: string): number => [...text].length;
