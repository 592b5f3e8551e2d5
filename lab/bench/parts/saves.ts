import { median } from '../../../tools/percentile.js';
import { digits } from '../../../tools/table.js';
import { saveBodies } from '../data/saveBodies.js';
import type { Figure } from '../figure.js';
import { sqliteAlone } from '../jobs/sqliteAlone.js';
import { measure } from '../load/measure.js';
import { timed } from '../load/timed.js';
import { startNoop, startVault } from '../server/measuredServer.js';
import { type Bench, using, vaultIn } from './part.js';

const CONNECTIONS = [1, 16, 64, 256] as const;
const PATH = '/api/v1/observations';

/** Times durable saves in a new vault, in alternation with the no-op server and with SQLite alone. */
export function saves(bench: Bench): Promise<Figure[]> {
  const { newDirectory, signal } = bench;
  return using(startNoop(vaultIn(newDirectory(), signal)), (noop) =>
    using(startVault(vaultIn(newDirectory(), signal)), async (vault) => {
      const body = saveBodies(bench.noteAt);
      const next = () => ({ path: PATH, body: body() });
      const [rounds, seconds] = bench.quick ? [2, 1] : [5, 2];
      const load = { signal, method: 'POST', next } as const;
      for (const { url } of [noop, vault]) {
        await measure({ ...load, url, connections: 64, seconds: bench.quick ? 1 : 3 });
      }
      const figures: Figure[] = [];
      for (const connections of CONNECTIONS) {
        const turns: Turn[] = [];
        for (let round = 0; round < rounds; round += 1) {
          const stored = await timed(vault, { ...load, connections, seconds });
          const nothing = await timed(noop, { ...load, connections, seconds });
          const together = Math.max(1, Math.round(1 / stored.commitsPerRequest));
          const floor = { directory: newDirectory(), together, seconds, synced: true };
          const alone = await sqliteAlone.run({ ...floor, indexed: false }, { signal });
          turns.push({ stored, nothing, alone });
        }
        const made = figuresOf(turns).map((figure) => ({ ...figure, connections }));
        const [ratio, perSecond] = made.map(({ value }) => digits(value));
        bench.say(`saves at ${connections}: ${perSecond}/s, ${ratio} of a no-op`);
        figures.push(...made);
      }
      return figures;
    }),
  );
}

interface Turn {
  readonly stored: Awaited<ReturnType<typeof timed>>;
  readonly nothing: Awaited<ReturnType<typeof timed>>;
  /** Rows per second. */
  readonly alone: number;
}

function figuresOf(turns: readonly Turn[]): Figure[] {
  const of = (value: (turn: Turn) => number) => median(turns.map(value));
  return [
    { what: 'saves, to no-op', value: of((t) => t.stored.perSecond / t.nothing.perSecond) },
    { what: 'saves', value: of((t) => t.stored.perSecond) },
    { what: 'saves, to SQLite alone', value: of((t) => t.stored.perSecond / t.alone) },
    { what: 'save p50', value: of((t) => t.stored.p50) },
    { what: 'save p99', value: of((t) => t.stored.p99) },
    { what: 'CPU of a save', value: of((t) => t.stored.cpuPerRequest) },
    {
      what: 'CPU of a save, to no-op',
      value: of((t) => t.stored.cpuPerRequest / t.nothing.cpuPerRequest),
    },
    { what: 'event-loop delay p99', value: of((t) => t.stored.late) },
    { what: 'commits of a save', value: of((t) => t.stored.commitsPerRequest) },
    { what: 'written to disk for a save', value: of((t) => t.stored.writtenPerRequest / 1000) },
    { what: 'no-op POST', value: of((t) => t.nothing.perSecond) },
    { what: 'no-op p99', value: of((t) => t.nothing.p99) },
    { what: 'CPU of a no-op', value: of((t) => t.nothing.cpuPerRequest) },
    { what: 'cores busy with no-ops', value: of((t) => t.nothing.busy) },
    { what: 'SQLite alone', value: of((t) => t.alone) },
  ];
}
