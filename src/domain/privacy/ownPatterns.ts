import { type Rule, type Span, spansOf } from './rule.js';

const MARK = /\[(?:REDACTED|PRIVATE)\]/dg;

/**
 * A rule from the owner's patterns (flags `d` and `g`; linear, see `linearPattern`). Matches that overlap a mark are
 * skipped: the secret is already gone, and the mark would be replaced in every round.
 */
export function ownPatterns(patterns: readonly RegExp[]): Rule {
  return {
    id: 'custom',
    find(text) {
      const matches = patterns.flatMap((pattern) => spansOf(text, pattern, 'custom'));
      if (matches.length === 0) return matches;
      matches.sort((a, b) => a.start - b.start);
      return withoutOverlaps(matches, spansOf(text, MARK, 'custom'));
    },
  };
}

/** The spans that share no character with any of `others`. Both lists must be sorted by start. */
function withoutOverlaps(spans: readonly Span[], others: readonly Span[]): Span[] {
  let next = 0;
  return spans.filter(({ start, end }) => {
    while ((others[next]?.end ?? Number.POSITIVE_INFINITY) <= start) next += 1;
    return (others[next]?.start ?? Number.POSITIVE_INFINITY) >= end;
  });
}
