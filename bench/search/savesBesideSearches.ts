import { digits, table } from '../../tools/table.js';
import { inTurn } from '../load/inTurn.js';
import { type Measured, measure } from '../load/measure.js';
import type { MadeNote } from './noteMaker.js';
import type { Searches } from './searchQueries.js';

const SAVERS = 16;
const SEARCHERS = 4;
const SECONDS = 4;

export interface Contest {
  readonly url: string;
  readonly searches: readonly Searches[];
  readonly noteAt: (i: number) => MadeNote;
  /** Notes that the vault holds already: saves go on from there. */
  readonly size: number;
  readonly signal: AbortSignal;
}

/**
 * Saves at 16 connections alone, beside 4 connections that search, and beside 4 that ask for `/healthz`: what
 * the last costs is the client's and the server's HTTP, and not search.
 */
export async function savesBesideSearches(contest: Contest): Promise<string> {
  const { url, noteAt, signal } = contest;
  const paths = contest.searches
    .filter(({ scope }) => scope === 'everywhere')
    .flatMap((searches) => searches.paths);
  let n = contest.size;
  const save = () => ({ path: '/api/v1/observations', body: JSON.stringify(noteAt(n++)) });
  const common = { url, signal, seconds: SECONDS };
  const saves = () => measure({ ...common, method: 'POST', connections: SAVERS, next: save });
  const asks = (all: readonly string[]) =>
    measure({ ...common, connections: SEARCHERS, next: inTurn(all.map((path) => ({ path }))) });

  const rows: string[][] = [];
  const add = (what: string, { perSecond, p50, p99, failed }: Measured) =>
    rows.push([what, ...[perSecond, p50, p99].map(digits), String(failed)]);
  await measure({ ...common, method: 'POST', connections: SAVERS, next: save, seconds: 1 });
  add(`saves at ${SAVERS} connections`, await saves());
  add(`searches at ${SEARCHERS} connections`, await asks(paths));
  for (const [beside, all] of [
    ['searches', paths],
    ['/healthz', ['/healthz']],
  ] as const) {
    const [saved, asked] = await Promise.all([saves(), asks(all)]);
    add(`saves at ${SAVERS} beside ${beside} at ${SEARCHERS}`, saved);
    add(`  those ${beside}`, asked);
  }
  return table(['at once', 'per second', 'p50 ms', 'p99 ms', 'failed'], rows);
}
