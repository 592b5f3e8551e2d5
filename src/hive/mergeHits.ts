import type { SearchHit } from '../queries/search/searchHit.js';

/**
 * Two lists, each best first, as one: first with first, second with second, ours before theirs, which is
 * what reciprocal rank fusion gives where they have nothing in common. What both say in the same words
 * is shown once, as ours. The first `n` places do not depend on what either list has after its first `n`.
 */
export function mergeHits(ours: readonly SearchHit[], theirs: readonly SearchHit[]): SearchHit[] {
  const ourWords = new Map(ours.toReversed().map((hit) => [words(hit), hit]));
  const merged = new Set<SearchHit>();
  const said = new Set<string>();
  for (let rank = 0; rank < Math.max(ours.length, theirs.length); rank++) {
    const our = ours[rank];
    const their = theirs[rank];
    if (our) {
      merged.add(our);
      said.add(words(our));
    }
    if (their && !said.has(words(their))) {
      merged.add(ourWords.get(words(their)) ?? their);
      said.add(words(their));
    }
  }
  return [...merged];
}

const words = ({ type, title, content }: SearchHit) => JSON.stringify([type, title, content]);
