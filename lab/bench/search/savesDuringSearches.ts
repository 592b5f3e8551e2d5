import { digits, table } from '../../../tools/table.js';
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
  /** Number of notes in the vault; saves continue with the next one. */
  readonly size: number;
  readonly signal: AbortSignal;
}

/**
 * Times saves at 16 connections: alone, while 4 connections search, and while 4 request `/healthz`. The cost of the
 * last is that of HTTP in client and server, without search.
 */
export async function savesDuringSearches(contest: Contest): Promise<string> {
  const { url, noteAt, signal } = contest;
  const paths = contest.searches
    .filter(({ scope }) => scope === 'everywhere')
    .flatMap((searches) => searches.paths);
  let n = contest.size;
  const save = () => ({ path: '/api/v1/observations', body: JSON.stringify(noteAt(n++)) });
  const common = { url, signal, seconds: SECONDS };
  const saves = () => measure({ ...common, method: 'POST', connections: SAVERS, next: save });
  const reads = (all: readonly string[]) =>
    measure({ ...common, connections: SEARCHERS, next: inTurn(all.map((path) => ({ path }))) });

  const rows: string[][] = [];
  const add = (what: string, { perSecond, p50, p99, failed }: Measured) =>
    rows.push([what, ...[perSecond, p50, p99].map(digits), String(failed)]);
  await measure({ ...common, method: 'POST', connections: SAVERS, next: save, seconds: 1 });
  add(`saves at ${SAVERS} connections`, await saves());
  add(`searches at ${SEARCHERS} connections`, await reads(paths));
  for (const [other, all] of [
    ['searches', paths],
    ['/healthz', ['/healthz']],
  ] as const) {
    const [saved, read] = await Promise.all([saves(), reads(all)]);
    add(`saves at ${SAVERS} during ${other} at ${SEARCHERS}`, saved);
    add(`  those ${other}`, read);
  }
  return table(['at the same time', 'per second', 'p50 ms', 'p99 ms', 'failed'], rows);
}
