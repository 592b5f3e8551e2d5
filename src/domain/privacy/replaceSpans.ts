import type { Span } from './span.js';

/** The text with every span replaced by `mark`, and the kind of each replacement made, in order of the text. */
export interface Replaced {
  readonly text: string;
  readonly kinds: readonly string[];
}

/**
 * Replaces spans that may overlap. Those that overlap or touch become one replacement, of the kind that comes first in
 * `spans`: list the telling kinds before the general ones.
 */
export function replaceSpans(text: string, spans: readonly Span[], mark: string): Replaced {
  const parts: string[] = [];
  const kinds: string[] = [];
  let done = 0;
  for (const { kind, start, end } of merged(spans)) {
    parts.push(text.slice(done, start), mark);
    kinds.push(kind);
    done = end;
  }
  return { text: parts.join('') + text.slice(done), kinds };
}

function merged(spans: readonly Span[]): Span[] {
  const byStart = spans
    .map((span, rank) => ({ ...span, rank }))
    .sort((a, b) => a.start - b.start || a.rank - b.rank);
  const result: typeof byStart = [];
  for (const span of byStart) {
    const last = result.at(-1);
    if (last === undefined || span.start > last.end) {
      result.push(span);
      continue;
    }
    const telling = span.rank < last.rank ? span : last;
    const end = Math.max(last.end, span.end);
    result[result.length - 1] = { kind: telling.kind, rank: telling.rank, start: last.start, end };
  }
  return result;
}
