import { percentile } from '../../../tools/percentile.js';
import { type ServerProcess, startServer } from '../../../tools/server/serverProcess.js';
import { measure } from '../load/measure.js';
import { type ClusterBench, postgresPids, SAVES, settledCpu } from './clusterBench.js';
import type { ClusterFigure, ClusterWhat } from './clusterFigure.js';
import { cpuOf } from './cpuOf.js';

const NODES = [1, 2, 4] as const;
const CONNECTIONS = [1, 16, 64, 256] as const;

/** What one engine did in its turn. Times in ms. */
interface Turn {
  readonly perSecond: number;
  readonly cpu: number;
  /** Of that, the part of PostgreSQL. */
  readonly postgres: number;
  readonly p50: number;
  readonly p99: number;
}

/**
 * Times durable saves through 1, 2 and 4 nodes, in turn with a vault that has its log in SQLite. Connections are spread over
 * the nodes. Leaves the nodes running.
 */
export async function clusterSaves(bench: ClusterBench): Promise<ClusterFigure[]> {
  const { quick, signal } = bench;
  const [rounds, seconds] = quick ? [3, 1] : [5, 2];
  const alone = await startServer({
    directory: bench.newDirectory(),
    adminKey: bench.vault.adminKey,
    signal,
  });
  const figures: ClusterFigure[] = [];
  try {
    for (const count of NODES) {
      while (bench.nodes.size < count) await bench.startNode(`node-${bench.nodes.size + 1}`);
      const nodes = [...bench.nodes.values()];
      for (const warmed of [[alone], nodes]) await load(bench, warmed, 64, quick ? 1 : 3);
      for (const connections of CONNECTIONS) {
        const turns: (readonly [shared: Turn, sqlite: Turn])[] = [];
        for (let round = 0; round < rounds; round += 1) {
          const shared = await load(bench, spread(nodes, connections, round), connections, seconds);
          turns.push([shared, await load(bench, [alone], connections, seconds)]);
        }
        const made = figuresOf(turns).map((one) => ({ ...one, nodes: count, connections }));
        const ratios = made.find(({ what }) => what === 'saves, to SQLite')?.values ?? [];
        bench.say(`${count} nodes, ${connections} connections: ${ratios.map((r) => r.toFixed(2))}`);
        figures.push(...made);
      }
    }
    return figures;
  } finally {
    await alone.stop();
  }
}

/** The nodes that get connections in a round: another one in each when there are more nodes than connections. */
function spread(nodes: readonly ServerProcess[], connections: number, round: number) {
  const first = connections < nodes.length ? round % nodes.length : 0;
  return [...nodes.slice(first), ...nodes.slice(0, first)].slice(0, connections);
}

async function load(
  { vault, nodes, body, signal }: ClusterBench,
  servers: readonly ServerProcess[],
  connections: number,
  seconds: number,
): Promise<Turn> {
  const isShared = [...nodes.values()].some((node) => servers.includes(node));
  const own = (isShared ? [...nodes.values()] : servers).map(({ pid }) => pid);
  const database = isShared ? postgresPids(vault) : [];
  const before = await settledCpu([...own, ...database], signal);
  const databaseBefore = cpuOf(database);
  const measured = await Promise.all(
    servers.map(({ url }, i) =>
      measure({
        url,
        method: 'POST',
        connections: Math.ceil((connections - i) / servers.length),
        seconds,
        next: () => ({ path: SAVES, body: body() }),
        signal,
      }),
    ),
  );
  const after = await settledCpu([...own, ...database], signal);
  const kinds = measured.flatMap(({ refusals }) => [...refusals].map(([kind]) => kind));
  if (kinds.length > 0) throw new Error(`saves failed: ${kinds.join('; ')}`);
  const times = measured.flatMap((one) => one.times).sort((a, b) => a - b);
  return {
    perSecond: measured.reduce((sum, one) => sum + one.perSecond, 0),
    cpu: (after - before) / times.length,
    postgres: (cpuOf(database) - databaseBefore) / times.length,
    p50: percentile(times, 50),
    p99: percentile(times, 99),
  };
}

function figuresOf(turns: readonly (readonly [shared: Turn, sqlite: Turn])[]): ClusterFigure[] {
  const all: Partial<Record<ClusterWhat, (shared: Turn, sqlite: Turn) => number>> = {
    saves: ({ perSecond }) => perSecond,
    'saves, to SQLite': (shared, sqlite) => shared.perSecond / sqlite.perSecond,
    'CPU of a save': ({ cpu }) => cpu,
    'CPU of a save, to SQLite': (shared, sqlite) => shared.cpu / sqlite.cpu,
    'of that, PostgreSQL': ({ postgres }) => postgres,
    'save p50': ({ p50 }) => p50,
    'save p99': ({ p99 }) => p99,
    'save p99, to SQLite': (shared, sqlite) => shared.p99 / sqlite.p99,
    'SQLite saves': (_, { perSecond }) => perSecond,
    'SQLite CPU of a save': (_, { cpu }) => cpu,
  };
  // The keys of an object literal of that type.
  const names = Object.entries(all) as [ClusterWhat, (shared: Turn, sqlite: Turn) => number][];
  return names.map(([what, of]) => ({ what, values: turns.map((turn) => of(...turn)) }));
}
