import { formatBytes, formatCount, formatMs } from '../../kit/format.js';
import { formatTime } from '../../kit/formatTime.js';

/** A value of a metric in the unit that its name tells. */
export function metricValue(name: string, value: number): string {
  if (Number.isNaN(value)) return 'unknown';
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '−∞';
  if (/_bytes(_total)?$/.test(name)) return formatBytes(value);
  if (name.endsWith('start_time_seconds')) return formatTime(value * 1000, 'exact');
  if (/_seconds(_total|_sum)?$/.test(name)) return value === 0 ? '0 s' : formatMs(value * 1000);
  return Number.isInteger(value) ? formatCount(value) : String(Number(value.toPrecision(4)));
}
