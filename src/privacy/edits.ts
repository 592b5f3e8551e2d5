import type { Find, Kind, Span } from './rule.js';

/** A span of a text and the mark that replaces it. Edits in a list are in order and neither overlap nor touch. */
export interface Edit extends Find {
  readonly mark: string;
}

/** Replaces the span of each edit by its mark. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  if (edits.length === 0) return text;
  const parts: string[] = [];
  let done = 0;
  for (const { start, end, mark } of edits) {
    parts.push(text.slice(done, start), mark);
    done = end;
  }
  return parts.join('') + text.slice(done);
}

/**
 * Adds to `edits` the spans that were found in the edited text. Spans that overlap or touch each other or an edit become
 * one edit, whose kind is that of the first in the list: list specific kinds before general ones.
 */
export function addEdits(
  edits: readonly Edit[],
  finds: readonly Find[],
  mark: string,
): readonly Edit[] {
  if (finds.length === 0) return edits;
  const added = inOriginal(edits, finds).map((find) => ({ ...find, mark }));
  const all = [...edits, ...added].map((edit, rank) => ({ ...edit, rank }));
  all.sort((a, b) => a.start - b.start);
  const merged: typeof all = [];
  for (const next of all) {
    const last = merged.at(-1);
    if (last === undefined || next.start > last.end) merged.push(next);
    else {
      const first = next.rank < last.rank ? next : last;
      const end = Math.max(last.end, next.end);
      merged[merged.length - 1] = { ...first, start: last.start, end };
    }
  }
  return merged;
}

/** The number of edits of each kind, sorted by kind. */
export function countKinds(edits: readonly Edit[]): { kind: Kind; count: number }[] {
  const counts = new Map<Kind, number>();
  for (const { kind } of edits) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const finds = [...counts].map(([kind, count]) => ({ kind, count }));
  return finds.sort((a, b) => (a.kind < b.kind ? -1 : 1));
}

/** Maps spans of the edited text to the original. A span that begins or ends in a mark includes the text it replaced. */
function inOriginal<S extends Span>(edits: readonly Edit[], spans: readonly S[]): readonly S[] {
  if (edits.length === 0) return spans;
  let moved = 0;
  const marks = edits.map(({ start, end, mark }) => {
    const at = start + moved;
    moved += mark.length - (end - start);
    return { start, end, at, until: at + mark.length };
  });
  const place = (position: number, side: 'start' | 'end'): number => {
    const before = lastFrom(marks, position);
    if (before === undefined) return position;
    if (position === before.at) return before.start;
    return position < before.until ? before[side] : position - before.until + before.end;
  };
  return spans.map((span) => ({
    ...span,
    start: place(span.start, 'start'),
    end: place(span.end, 'end'),
  }));
}

/** The last mark that begins at or before `position`, by binary search. */
function lastFrom<M extends { at: number }>(marks: readonly M[], position: number): M | undefined {
  let low = 0;
  let high = marks.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((marks[middle]?.at ?? 0) <= position) low = middle + 1;
    else high = middle;
  }
  return marks[low - 1];
}

/** A position in a text for a human reader. Lines and columns count from 1; `column` and `characters` are code points. */
interface Place {
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
