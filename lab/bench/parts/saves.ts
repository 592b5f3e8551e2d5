import { median, percentile } from '../../../tools/percentile.js';
import { digits } from '../../../tools/table.js';
import { SESSION } from '../data/recombine.js';
import { saveBodies } from '../data/saveBodies.js';
import { measure } from '../load/measure.js';
import { type Refusals, refuse } from '../load/refusals.js';
import { noop } from '../peers/noop.js';
import type { Peer } from '../peers/peer.js';
import { type PeerServer, startPeer } from '../peers/peerServer.js';
import { settled } from '../peers/processUse.js';
import { syncedAppends } from '../syncedAppends.js';
import { type Bench, inRounds, type Results, refusedRows } from './part.js';

const CONNECTIONS = [1, 16, 64] as const;
/** Number of sessions, which are used in turn. */
const SESSIONS = 50;
const APPENDS = 200;
/** Of a turn. */
export const SECONDS = 3;

interface Saver {
  readonly server: PeerServer;
  readonly body: () => string;
  /** How many notes the program has; undefined for the one that keeps none. */
  readonly kept: (() => Promise<number>) | undefined;
}

interface Turn {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** Milliseconds for each save. */
  readonly cpu: number;
  readonly refusals: Refusals;
}

/** Times saves of 500-byte notes into new vaults, all programs, a no-op server and synced appends in turn. */
export async function saves(bench: Bench): Promise<Results> {
  const { newDirectory, signal, quick } = bench;
  const servers: PeerServer[] = [];
  const start = async <S extends PeerServer>(starting: Promise<S>) => {
    const server = await starting;
    servers.push(server);
    return server;
  };
  try {
    const savers: Saver[] = [];
    for (const one of bench.programs)
      savers.push(await saverOf(await start(startPeer(one, newDirectory(), signal)), bench));
    const idle = await start(
      startPeer({ peer: noop, path: process.execPath }, newDirectory(), signal),
    );
    savers.push({ server: idle, body: saveBodies(bench.noteAt), kept: undefined });
    // So that all code is compiled.
    for (const saver of savers) await turn(saver, 16, quick ? 0.2 : 2, signal);

    const rows: (readonly string[])[] = [];
    const refused: (readonly string[])[] = [];
    for (const connections of CONNECTIONS) {
      const appends: (readonly number[])[] = [];
      bench.say(`saves, ${atOf(connections)}`);
      const turns = await inRounds(quick ? 1 : 3, savers, (saver) => {
        if (saver === savers[0] && connections === 1) appends.push(syncedAppends(APPENDS));
        return turn(saver, connections, quick ? 0.5 : SECONDS, signal);
      });
      const refusedOf = turns.map((own) => allOf(own.map(({ refusals }) => refusals)));
      for (const [i, { server }] of savers.entries())
        refused.push(
          ...refusedRows(
            server.peer.name,
            `saves, ${atOf(connections)}`,
            refusedOf[i] ?? new Map(),
          ),
        );
      rows.push(...rowsOf(connections, turns, refusedOf.map(sumOf), appends));
    }
    const head = ['', ...savers.map(({ server }) => server.peer.name), 'synced append'];
    return { tables: { saves: { head, rows } }, refused };
  } finally {
    await Promise.allSettled(servers.map((server) => server.stop()));
  }
}

async function saverOf(server: PeerServer<Peer>, { noteAt }: Bench): Promise<Saver> {
  const { peer } = server;
  const ids: string[] = [];
  for (let n = 0; n < SESSIONS; n += 1)
    ids.push(peer.sessionIn(await server.post(peer.session(noteAt(n * SESSION).project, n))));
  const body = saveBodies((i) => ({
    ...noteAt(i),
    session_id: ids[Math.floor(i / SESSION) % SESSIONS] ?? '',
  }));
  return { server, body, kept: async () => peer.notesIn(await server.get(peer.counts)) };
}

async function turn(
  { server, body, kept }: Saver,
  connections: number,
  seconds: number,
  signal: AbortSignal,
): Promise<Turn> {
  const { peer, pid, url } = server;
  const keptBefore = await kept?.();
  const before = await settled(pid, signal);
  const next = () => ({ path: peer.saves, body: body(), headers: server.headers() });
  const load = { url, method: 'POST', connections, seconds, next, signal } as const;
  const { answered, perSecond, p50, p99, refusals } = await measure(load);
  const after = await settled(pid, signal);
  // A save that was answered with success, and of which there is no note, is no save.
  if (kept && keptBefore !== undefined)
    refuse(refusals, 'answered, but not kept', answered - ((await kept()) - keptBefore));
  return { perSecond, p50, p99, cpu: (after.cpu - before.cpu) / answered, refusals };
}

/** The rows of a number of connections. `refused` and `turns` are by program, `appends` by round. */
function rowsOf(
  connections: number,
  turns: readonly (readonly Turn[])[],
  refused: readonly number[],
  appends: readonly (readonly number[])[],
): readonly (readonly string[])[] {
  const at = (percent: number) => median(appends.map((times) => percentile(times, percent)));
  const row = (what: string, of: (turn: Turn) => number, ofAppend: number) => [
    `${atOf(connections)}: ${what}`,
    ...turns.map((own) => digits(median(own.map(of)))),
    digits(ofAppend),
  ];
  const rates = row('saves a second', ({ perSecond }) => perSecond, 1000 / at(50)).map(
    (cell, i) => {
      const count = refused[i - 1] ?? 0;
      return count === 0 ? cell : `${cell}, and ${count.toLocaleString('en')} refused`;
    },
  );
  const [ours = []] = turns;
  const ratios = turns.slice(1).map((theirs) =>
    // In the same round, both had the same machine.
    median(
      ours.map(({ perSecond }, round) => perSecond / (theirs[round]?.perSecond ?? Number.NaN)),
    ),
  );
  return [
    rates,
    [`${atOf(connections)}: our rate to theirs`, '1', ...ratios.map(digits), ''],
    row('p50, ms', ({ p50 }) => p50, at(50)),
    row('p99, ms', ({ p99 }) => p99, at(99)),
    row('CPU, ms', ({ cpu }) => cpu, Number.NaN),
  ];
}

const atOf = (connections: number) =>
  connections === 1 ? '1 connection' : `${connections} connections`;

function allOf(each: readonly Refusals[]): Refusals {
  const all: Refusals = new Map();
  for (const one of each) for (const [kind, count] of one) refuse(all, kind, count);
  return all;
}

const sumOf = (refusals: Refusals) => [...refusals.values()].reduce((sum, count) => sum + count, 0);
