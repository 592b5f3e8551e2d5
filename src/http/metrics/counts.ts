import { Counter, Gauge, type Registry } from 'prom-client';

/** What a metric says of itself. */
interface Described {
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly string[];
}

type Labels = Readonly<Record<string, string>>;

/** A count of one combination of labels. It is a plain number, which whoever counts adds to. */
export interface Count {
  readonly labels: Labels;
  total: number;
}

/**
 * A counter whose counts are kept here and read by prom-client when the metrics are asked for: that would look each combination
 * of labels up by a text, at every count. Gives the count of a combination, to be asked for once.
 */
export function countsIn(registry: Registry, described: Described): (labels: Labels) => Count {
  const counts: Count[] = [];
  const made = new Counter({
    ...described,
    registers: [registry],
    collect() {
      made.reset();
      for (const { labels, total } of counts) made.inc(labels, total);
    },
  });
  return (labels) => added(counts, { labels, total: 0 });
}

/** What fell into the buckets of a histogram, of one combination of labels. */
export class Spread {
  sum = 0;
  /** How many fell into the bucket of each bound, and last, how many were above all of them. */
  readonly counts: Float64Array;

  constructor(
    readonly labels: Labels,
    readonly bounds: readonly number[],
  ) {
    this.counts = new Float64Array(bounds.length + 1);
  }

  observe(value: number): void {
    let bucket = 0;
    while (value > (this.bounds[bucket] ?? Number.POSITIVE_INFINITY)) bucket += 1;
    this.counts[bucket] = (this.counts[bucket] ?? 0) + 1;
    this.sum += value;
  }
}

/** The same for a histogram. */
export function spreadsIn(
  registry: Registry,
  described: Described,
  bounds: readonly number[],
): (labels: Labels) => Spread {
  const spreads: Spread[] = [];
  const { name, help } = described;
  // A gauge, whose values `get` gives: prom-client sets those of its own histograms by `observe` alone.
  const made = new Gauge({ ...described, registers: [] });
  const get = async () => ({
    name,
    help,
    type: 'histogram',
    values: spreads.flatMap((spread) => valuesOf(name, spread)),
  });
  registry.registerMetric(Object.assign(made, { get }));
  return (labels) => added(spreads, new Spread(labels, bounds));
}

/** The series of a histogram, as Prometheus wants them: each bucket counts what is in those below as well. */
function valuesOf(name: string, { labels, bounds, counts, sum }: Spread) {
  let count = 0;
  const buckets = [...bounds, '+Inf'].map((le, i) => {
    count += counts[i] ?? 0;
    return { metricName: `${name}_bucket`, labels: { le, ...labels }, value: count };
  });
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels, value: sum },
    { metricName: `${name}_count`, labels, value: count },
  ];
}

function added<T>(list: T[], one: T): T {
  list.push(one);
  return one;
}

/** Makes something for each key when it is first asked for, and keeps it. */
export function each<K, V>(make: (key: K) => V): (key: K) => V {
  const made = new Map<K, V>();
  return (key) => {
    const known = made.get(key);
    if (known !== undefined) return known;
    const first = make(key);
    made.set(key, first);
    return first;
  };
}
