import { median, percentile } from '../../../tools/percentile.js';
import { digits } from '../../../tools/table.js';
import { closedLoop } from '../load/closedLoop.js';
import { inTurn } from '../load/inTurn.js';
import type { Grid } from '../report/grid.js';
import { type Bench, inRounds } from './part.js';
import type { Vault } from './vault.js';

const LABEL = 'one';

/** Times the context of one project after the other, and a request that reads no note, all vaults in turn. */
export async function context(bench: Bench, vaults: readonly Vault[]): Promise<Grid> {
  const { quick, say, signal } = bench;
  say('context');
  const turns = await inRounds(quick ? 1 : 3, vaults, async ({ server, projects }) => {
    const { peer, url } = server;
    const bytes: number[] = [];
    const project = inTurn(projects);
    const timed = async (seconds: number, path: () => string, read: (answer: string) => void) => {
      const next = () => ({ labels: [LABEL], path: path(), headers: server.headers(), read });
      const { times } = await closedLoop({
        url,
        connections: 1,
        seconds: quick ? 0.3 : seconds,
        next,
        signal,
      });
      const own = times.get(LABEL)?.toSorted((a, b) => a - b) ?? [];
      return { p50: percentile(own, 50), p99: percentile(own, 99) };
    };
    const asked = await timed(
      1.5,
      () => peer.context(project()),
      (answer) => void bytes.push(Buffer.byteLength(answer)),
    );
    const nothing = await timed(
      0.5,
      () => peer.ready,
      () => {},
    );
    return { asked, nothing: nothing.p50, bytes: median(bytes) };
  });
  const row = (name: string, of: (turn: (typeof turns)[number][number]) => number) => [
    name,
    ...turns.map((own) => digits(median(own.map(of)))),
  ];
  return {
    head: ['', ...vaults.map(({ name }) => name)],
    rows: [
      row('p50, ms', ({ asked }) => asked.p50),
      row('p99, ms', ({ asked }) => asked.p99),
      row('bytes of the answer', ({ bytes }) => bytes),
      row('p50 of a health check, ms', ({ nothing }) => nothing),
    ],
  };
}
