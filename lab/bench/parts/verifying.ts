import { median } from '../../../tools/percentile.js';
import { digits } from '../../../tools/table.js';
import type { Figure } from '../figure.js';
import { verifyLog } from '../jobs/verifyLog.js';
import type { SizeBench } from './part.js';

/** Events verified per second: of the log, in alternation with hashing alone, and of the log with the read models. */
export async function verifying({ set, quick, say, signal }: SizeBench): Promise<Figure[]> {
  const rounds = quick || set.observations > 300_000 ? 1 : 5;
  say('verifying the log');
  const { directory } = set;
  const { events, log, whole, hashing } = await verifyLog.run({ directory, rounds }, { signal });
  const perSecond = events / median(log);
  say(`verified ${digits(perSecond)} events/s, ${digits(events / whole)}/s with read models`);
  const ratios = log.map((seconds, i) => (hashing[i] ?? Number.NaN) / seconds);
  return [
    { what: 'verify', value: perSecond },
    { what: 'verify, to hashing alone', value: median(ratios) },
    { what: 'verify with read models', value: events / whole },
  ];
}
