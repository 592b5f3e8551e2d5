import type { SearchHit } from '../queries/search/searchHit.js';

/**
 * Merges two lists that are each sorted best first: our first, their first, our second, and so on. Reciprocal rank
 * fusion gives the same where the lists have nothing in common. A note that is in both in the same words is shown once,
 * as ours. The first `n` places depend on the first `n` of each list alone.
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
