import type { Observation } from 'memory-vault-client';
import { FACETS, type Facet } from './searchQuery.js';

/** A value of a facet, and how many of the hits have it. */
export interface FacetValue {
  readonly value: string;
  readonly count: number;
}

type Counted = Pick<Observation, 'type' | 'project' | 'author' | 'tags'>;

/** How often each value is among some hits, the most frequent first, then in the order of the alphabet. */
export function facetCounts(hits: readonly Counted[]): Record<Facet, readonly FacetValue[]> {
  const counts: Record<Facet, Map<string, number>> = {
    type: new Map(),
    project: new Map(),
    author: new Map(),
    tag: new Map(),
  };
  const count = (facet: Facet, value: string | undefined) => {
    if (value) counts[facet].set(value, (counts[facet].get(value) ?? 0) + 1);
  };
  for (const { type, project, author, tags } of hits) {
    count('type', type);
    count('project', project);
    count('author', author);
    for (const tag of tags) count('tag', tag);
  }
  const sorted = FACETS.map((facet) => [
    facet,
    [...counts[facet]]
      .map(([value, count]) => ({ value, count }))
      .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1)),
  ]);
  // Each facet was made above.
  return Object.fromEntries(sorted) as Record<Facet, readonly FacetValue[]>;
}
