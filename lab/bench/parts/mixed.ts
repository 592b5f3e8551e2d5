import { median, percentile } from '../../../tools/percentile.js';
import { digits } from '../../../tools/table.js';
import type { ReadRequests } from '../data/readRequests.js';
import { saveBodies } from '../data/saveBodies.js';
import type { Figure, What } from '../figure.js';
import { type Ask, closedLoop } from '../load/closedLoop.js';
import { inTurn } from '../load/inTurn.js';
import { timed } from '../load/timed.js';
import type { MeasuredServer } from '../server/measuredServer.js';
import type { SizeBench } from './part.js';

const CONNECTIONS = 16;
/** Four reads per save; half of the reads are searches. */
const MIX = ['search', 'context', 'search', 'get'] as const;
const SAVE = '/api/v1/observations';
const NOTHING: Ask = { labels: ['read'], path: '/healthz' };

/**
 * Times saves at 16 connections: alone, with four reads per save, and with as many requests that read nothing. The
 * difference between the last two is the cost of reading, without that of HTTP.
 */
export async function mixed(
  bench: SizeBench,
  server: MeasuredServer,
  requests: ReadRequests,
): Promise<Figure[]> {
  const { signal } = bench;
  const [rounds, seconds] = bench.quick ? [2, 1] : [4, 2];
  const body = saveBodies(bench.noteAt);
  const save = (): Ask => ({ labels: ['save'], path: SAVE, body: body() });
  const read = inTurn(MIX.map((kind) => () => ({ ...requests[kind](), labels: ['read'] })));
  const run = async (next: () => Ask) => {
    const loop = { url: server.url, connections: CONNECTIONS, seconds, next, signal };
    const { times, failed } = await closedLoop(loop);
    if (failed > 0) throw new Error(`${failed} requests failed`);
    const [saved, read] = [times.get('save') ?? [], times.get('read') ?? []];
    return {
      p99: percentile(saved, 99),
      saves: saved.length / seconds,
      reads: read.length / seconds,
    };
  };
  await run(save);

  type Run = Awaited<ReturnType<typeof run>>;
  const turns: { alone: Run; idle: Run; busy: Run; cpu: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const alone = await run(save);
    const idle = await run(fifthIs(save, () => NOTHING));
    const busy = await run(fifthIs(save, () => read()()));
    const load = { method: 'POST', connections: 64, seconds, next: save, signal } as const;
    turns.push({ alone, idle, busy, cpu: (await timed(server, load)).cpuPerRequest });
  }
  const figure = (what: What, value: (turn: (typeof turns)[number]) => number): Figure => ({
    what,
    value: median(turns.map(value)),
  });
  const figures = [
    figure('save p99, nothing else asked', ({ alone }) => alone.p99),
    figure('save p99 among /healthz', ({ idle }) => idle.p99),
    figure('save p99 among reads', ({ busy }) => busy.p99),
    figure('save p99 among reads, to /healthz', ({ idle, busy }) => busy.p99 / idle.p99),
    figure('saves among reads', ({ busy }) => busy.saves),
    figure('reads among saves', ({ busy }) => busy.reads),
    figure('CPU of a save, vault filled', ({ cpu }) => cpu),
  ];
  const [alone = '', idle = '', busy = ''] = figures.map(({ value }) => digits(value));
  bench.say(`p99 of saves: ${alone} ms alone, ${idle} ms among /healthz, ${busy} ms among reads`);
  return figures;
}

/** Every fifth request is a save. */
function fifthIs(save: () => Ask, other: () => Ask): () => Ask {
  let n = 0;
  return () => {
    n += 1;
    return n % 5 === 0 ? save() : other();
  };
}
