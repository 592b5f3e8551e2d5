import type { ProjectKey } from '../domain/projectKey.js';
import type { Visibility } from '../domain/visibility.js';
import type { CountDimension, WHOLE_VAULT } from '../projections/observationCounts.js';
import type { Sql } from '../sqlite/sqlite.js';
import { inSlices, type Slices } from './inSlices.js';
import { visible, visibleTo } from './visible.js';

/** How many observations have a key. */
export interface KeyCount {
  readonly key: string;
  readonly count: number;
}

/** The keys of a dimension that the caller may see, in a project or `WHOLE_VAULT`. */
export interface CountedKeys {
  readonly project: ProjectKey | typeof WHOLE_VAULT;
  readonly dimension: CountDimension;
}

/** The count of each key, in the order of the keys. A project can have millions of tags, so it is read in slices. */
export function keyCounts(
  views: () => Promise<Sql>,
  sees: Visibility,
  of: CountedKeys,
): Slices<KeyCount> {
  return inSlices<KeyCount, KeyCount>({
    views,
    after: (open, last) =>
      open.each<KeyCount>(
        `SELECT key, sum(count) AS count FROM observation_counts
         WHERE project = :project AND dimension = :dimension AND key > :after AND ${visible()}
         GROUP BY key ORDER BY key`,
        { ...visibleTo(sees), ...of, after: last?.key ?? '' },
      ),
    toItem: (_, row) => row,
  });
}

/** The `limit` most frequent keys, the most frequent first. */
export async function mostFrequent(counts: Slices<KeyCount>, limit: number): Promise<KeyCount[]> {
  let best: KeyCount[] = [];
  for await (const slice of counts) {
    best = [...best, ...slice].sort(byFrequency).slice(0, limit);
  }
  return best;
}

/** The most frequent first, and equals in the order of their keys. */
export function byFrequency(one: KeyCount, other: KeyCount): number {
  return other.count - one.count || (one.key < other.key ? -1 : 1);
}
