import type { Rule } from './rule.js';
import { type Span, spansOf } from './span.js';

const MARK = /\[(?:REDACTED|PRIVATE)\]/dg;

/**
 * A rule that finds what the owner's patterns match (flags `d` and `g`; linear, see `linearPattern`). What overlaps a
 * mark is left alone: the secret is gone already, and what is there instead would be redacted again and again.
 */
export function ownPatterns(patterns: readonly RegExp[]): Rule {
  return {
    find(text) {
      const finds = patterns.flatMap((pattern) => spansOf(text, pattern, 'custom'));
      if (finds.length === 0) return finds;
      finds.sort((a, b) => a.start - b.start);
      return withoutOverlaps(finds, spansOf(text, MARK, 'custom'));
    },
  };
}

/** Those of `spans` that share no character with any of `others`; both are in order of their starts. */
function withoutOverlaps(spans: readonly Span[], others: readonly Span[]): Span[] {
  let next = 0;
  return spans.filter(({ start, end }) => {
    while ((others[next]?.end ?? Number.POSITIVE_INFINITY) <= start) next += 1;
    return (others[next]?.start ?? Number.POSITIVE_INFINITY) >= end;
  });
}
