import { indentOf, isRule, outdented } from './lines.js';

/** The beginning of an item of a list. */
export interface Marker {
  /** What items of the same list have in common. */
  readonly kind: string;
  readonly number: number | undefined;
  /** Columns before the marker, and before its text. */
  readonly indent: number;
  readonly content: number;
  readonly text: string;
}

export function markerOf(line: string): Marker | undefined {
  const indent = indentOf(line);
  const rest = line.trimStart();
  const [mark, digits] = /^(?:[-*+]|(\d{1,9})[.)])(?=[ \t]|$)/.exec(rest) ?? [];
  if (mark === undefined || isRule(line)) return undefined;
  const behind = rest.slice(mark.length);
  const space = indentOf(behind);
  // Five spaces and more are one, and code.
  const width = mark.length + (behind.trim() === '' || space > 4 ? 1 : space);
  return {
    kind: mark.slice(-1),
    number: digits === undefined ? undefined : Number(digits),
    indent,
    content: indent + width,
    text: outdented(behind, width - mark.length),
  };
}
