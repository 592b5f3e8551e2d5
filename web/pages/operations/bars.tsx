import type { Histogram } from './histogramsIn.js';

/** The buckets of a histogram as small bars, and in words for those who cannot see them. */
export function Bars({
  buckets,
  format,
}: {
  buckets: Histogram['buckets'];
  format: (value: number) => string;
}) {
  const most = Math.max(1, ...buckets.map(({ count }) => count));
  const filled = buckets.filter(({ count }) => count > 0);
  const words = filled.map(({ upTo, count }) => `${count} up to ${format(upTo)}`).join(', ');
  const first = buckets.findIndex(({ count }) => count > 0);
  const from = buckets[first - 1]?.upTo ?? 0;
  return (
    <div class="spread">
      <div class="bars" role="img" aria-label={words} title={words}>
        {buckets.map(({ upTo, count }) => (
          <i
            key={upTo}
            style={{ height: `${count > 0 ? Math.max(6, (count / most) * 100) : 0}%` }}
          />
        ))}
      </div>
      <span class="hint">
        {format(from)} to {format(filled.at(-1)?.upTo ?? 0)}
      </span>
    </div>
  );
}
