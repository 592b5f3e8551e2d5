import type { Family, Sample } from './parseMetrics.js';

/** What was counted under one set of labels. */
export interface Histogram {
  readonly labels: Sample['labels'];
  readonly count: number;
  readonly sum: number;
  /** How many fell into each bucket; `upTo` is its upper bound, and the last one is infinite. */
  readonly buckets: readonly { readonly upTo: number; readonly count: number }[];
}

type Building = { labels: Sample['labels']; count: number; sum: number; upTo: [number, number][] };

/** The histograms of a family that counted something, those with the most first. */
export function histogramsIn({ name, samples }: Family): readonly Histogram[] {
  const found = new Map<string, Building>();
  for (const sample of samples) {
    const labels = sample.labels.filter(([label]) => label !== 'le');
    const key = JSON.stringify(labels);
    const one = found.get(key) ?? { labels, count: 0, sum: 0, upTo: [] };
    found.set(key, one);
    if (sample.name === `${name}_sum`) one.sum = sample.value;
    else if (sample.name === `${name}_count`) one.count = sample.value;
    else one.upTo.push([boundOf(sample), sample.value]);
  }
  return [...found.values()]
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
    .map(({ upTo, ...rest }) => ({ ...rest, buckets: alone(upTo) }));
}

function boundOf({ labels }: Sample): number {
  const [, bound = ''] = labels.find(([label]) => label === 'le') ?? [];
  return bound === '+Inf' ? Number.POSITIVE_INFINITY : Number(bound);
}

/** Each bucket of the format counts all below its bound. */
function alone(upTo: readonly [number, number][]): Histogram['buckets'] {
  const sorted = upTo.toSorted(([a], [b]) => a - b);
  return sorted.map(([bound, count], i) => ({
    upTo: bound,
    count: count - (sorted[i - 1]?.[1] ?? 0),
  }));
}
