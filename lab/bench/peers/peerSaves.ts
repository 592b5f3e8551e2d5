import { commits } from '../commits.js';
import { SESSION } from '../data/recombine.js';
import { saveBodies } from '../data/saveBodies.js';
import { measure } from '../load/measure.js';
import { type Refusals, refuse } from '../load/refusals.js';
import type { MadeNote } from '../search/noteMaker.js';
import { memoryVault } from './memoryVault.js';
import type { PeerBench } from './peerBench.js';
import type { Measurements } from './peerFigure.js';
import type { PeerServer } from './peerServer.js';
import { processUse, settled } from './processUse.js';
import { gathered, type Turn, together } from './turns.js';

const CONNECTIONS = [1, 16, 64] as const;
/** Number of sessions, which are used in turn. */
const SESSIONS = 50;

/** Times saves of 500-byte notes into new vaults, all programs in turn. Stops the servers. */
export async function peerSaves(
  bench: PeerBench,
  servers: readonly PeerServer[],
): Promise<Measurements> {
  const [rounds, seconds] = bench.quick ? [1, 1] : [3, 4];
  const savers = await Promise.all(servers.map((server) => saverOf(server, bench.noteAt)));
  for (const saver of savers) await turn(saver, 16, bench.quick ? 0.5 : 2, bench.signal);
  const all: Measurements[] = [];
  for (const connections of CONNECTIONS) {
    const turns: Turn[] = [];
    for (let round = 0; round < rounds; round += 1) {
      bench.say(`saves at ${connections}, round ${round + 1} of ${rounds}`);
      for (const saver of savers) turns.push(await turn(saver, connections, seconds, bench.signal));
    }
    all.push(gathered(turns, 'saves', connections));
  }
  const ends: Turn[] = [];
  for (const { server } of savers) {
    const memory = processUse(server.pid).memory / 1e6;
    const notes = await notesOf(server);
    await server.stop();
    const values = {
      'memory after saves': memory,
      'on disk, 500-byte notes': server.bytes() / notes,
    };
    ends.push({ peer: server.peer.name, values, refusals: new Map() });
  }
  return together([...all, gathered(ends, 'saves')]);
}

interface Saver {
  readonly server: PeerServer;
  readonly body: () => string;
}

async function saverOf(server: PeerServer, noteAt: PeerBench['noteAt']): Promise<Saver> {
  const { peer } = server;
  const ids: string[] = [];
  for (let n = 0; n < SESSIONS; n += 1) {
    ids.push(peer.sessionIn(await server.post(peer.session(noteAt(n * SESSION).project, n))));
  }
  const inSession = (i: number): MadeNote => ({
    ...noteAt(i),
    session_id: ids[Math.floor(i / SESSION) % SESSIONS] ?? '',
  });
  return { server, body: saveBodies(inSession) };
}

async function turn(
  { server, body }: Saver,
  connections: number,
  seconds: number,
  signal: AbortSignal,
): Promise<Turn> {
  const { peer, pid, url } = server;
  const kept = await notesOf(server);
  const committed = await commitsOf(server);
  const before = await settled(pid, signal);
  const next = () => ({ path: peer.saves, body: body(), headers: server.headers() });
  const load = { url, method: 'POST', connections, seconds, next, signal } as const;
  const { answered, perSecond, refusals } = await measure(load);
  const after = await settled(pid, signal);
  missed(refusals, answered - ((await notesOf(server)) - kept));
  const values = {
    saves: perSecond,
    'CPU of a save': (after.cpu - before.cpu) / answered,
    'written for a save': (after.written - before.written) / answered / 1000,
    ...(committed !== undefined && {
      'saves of a commit': answered / (((await commitsOf(server)) ?? Number.NaN) - committed),
    }),
  };
  return { peer: peer.name, values, refusals };
}

/** A save that was answered with success, and of which there is no note, is no save. */
function missed(refusals: Refusals, count: number): void {
  refuse(refusals, 'answered, but not kept', count);
}

const notesOf = async ({ peer, get }: PeerServer) => peer.notesIn(await get(peer.counts));

/** Only this service counts them. */
const commitsOf = async ({ peer, url }: PeerServer) =>
  peer === memoryVault ? (await commits(url)).commits : undefined;
