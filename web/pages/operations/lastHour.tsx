import type { Operations } from 'memory-vault-client';
import { Figures } from '../../kit/facts.js';
import { formatBytes, formatCount, formatMs } from '../../kit/format.js';

/** The figures at a glance. */
export function LastHour({ operations: { points, log } }: { operations: Operations }) {
  const sum = (key: 'requests' | 'refused' | 'errors' | 'saves' | 'searches') =>
    formatCount(points.reduce((total, point) => total + point[key], 0));
  const newest = (key: 'save_p95_ms' | 'search_p95_ms') => {
    const value = points.findLast((point) => point[key] !== null)?.[key];
    // It takes 30 of them to say it.
    return value === undefined || value === null ? '…' : formatMs(value);
  };
  const memory = points.at(-1)?.rss_bytes;
  return (
    <section aria-label="Figures of the last hour">
      <Figures
        figures={[
          ['Requests, last hour', sum('requests')],
          ['Errors', sum('errors')],
          ['Refused', sum('refused')],
          ['Saves', sum('saves')],
          ['95 % of saves within', newest('save_p95_ms')],
          ['Searches', sum('searches')],
          ['95 % of searches within', newest('search_p95_ms')],
          ['Memory', memory === undefined ? '–' : formatBytes(memory)],
          ['Events in the log', formatCount(log.events)],
        ]}
      />
    </section>
  );
}
