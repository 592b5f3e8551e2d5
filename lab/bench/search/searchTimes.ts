import { digits, table } from '../../../tools/table.js';
import { inTurn } from '../load/inTurn.js';
import { measure } from '../load/measure.js';
import type { Searches } from './searchQueries.js';

const WARM_SECONDS = 1;
const SECONDS = 2;

/** Times searches, one at a time. Returns a table. */
export async function searchTimes(
  url: string,
  searches: readonly Searches[],
  signal: AbortSignal,
): Promise<string> {
  const rows: string[][] = [];
  for (const { kind, scope, paths } of searches) {
    if (paths.length === 0) continue;
    const load = { url, signal, connections: 1, next: inTurn(paths.map((path) => ({ path }))) };
    await measure({ ...load, seconds: WARM_SECONDS });
    const { perSecond, p50, p99, failed } = await measure({ ...load, seconds: SECONDS });
    const times = [perSecond, p50, p99].map(digits);
    rows.push([`${kind}, ${scope}`, String(paths.length), ...times, String(failed)]);
  }
  return table(['search', 'different', 'per second', 'p50 ms', 'p99 ms', 'failed'], rows);
}
