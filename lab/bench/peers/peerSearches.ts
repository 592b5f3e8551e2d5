import { closedLoop } from '../load/closedLoop.js';
import { inTurn } from '../load/inTurn.js';
import { type Refusals, refusalOf, refuse } from '../load/refusals.js';
import { fillPeer } from './fillPeer.js';
import { HITS } from './peer.js';
import type { PeerBench } from './peerBench.js';
import type { Measurements } from './peerFigure.js';
import type { PeerServer } from './peerServer.js';
import { processUse, settled } from './processUse.js';
import { type RealSearch, realSearches } from './realSearches.js';
import { gathered, type Turn, together } from './turns.js';

const CONNECTIONS = [1, 16] as const;
const LABEL = 'search';
/** What a program has not answered by then is not asked of any: the run has to end. */
const TRY_MS = 60_000;

/**
 * Fills new vaults with the real notes and times searches in them, all programs in turn: only of what every program
 * answers, so that all do the same. What one of them refuses is counted before. Stops the servers.
 */
export async function peerSearches(
  bench: PeerBench,
  servers: readonly PeerServer[],
): Promise<Measurements> {
  const { signal, say, quick } = bench;
  say(`saving ${bench.notes.length} real notes`);
  const filled = await Promise.all(
    servers.map(async (server): Promise<Turn> => {
      const refusals = await fillPeer(server, bench.notes);
      say(`${server.peer.name} has its notes`);
      const kept = server.peer.notesIn(await server.get(server.peer.counts));
      return { peer: server.peer.name, values: { 'real notes kept': kept }, refusals };
    }),
  );
  const searches = realSearches(bench.notes, quick ? 1 : 3);
  say(`trying ${searches.length} searches`);
  const tries = await Promise.all(servers.map((server) => tryAll(server, searches, signal)));
  // Undefined is what one refused, and what one had no time for.
  const shared = searches.filter((_, i) => tries.every(({ hits }) => hits[i] !== undefined));
  if (shared.length === 0) throw new Error('there is no search that all programs answer');
  const tried = servers.map(({ peer }, n): Turn => {
    const { hits = [], refusals = new Map() } = tries[n] ?? {};
    const answered = hits.filter((count) => count !== undefined);
    return {
      peer: peer.name,
      refusals,
      values: {
        'searches that find something':
          answered.filter((count) => count > 0).length / answered.length,
        'searches that are refused': 1 - answered.length / hits.length,
      },
    };
  });
  const all = [gathered(filled, 'filling'), gathered(tried, 'searches tried')];
  const [rounds, seconds] = quick ? [1, 1] : [3, 4];
  for (const connections of CONNECTIONS) {
    const turns: Turn[] = [];
    for (let round = 0; round < rounds; round += 1) {
      say(`searches at ${connections}, round ${round + 1} of ${rounds}`);
      for (const server of servers)
        turns.push(await turn(server, shared, { connections, seconds, signal }));
    }
    all.push(gathered(turns, 'searches', connections));
  }
  const ends: Turn[] = [];
  for (const server of servers) {
    const memory = processUse(server.pid).memory / 1e6;
    const notes = server.peer.notesIn(await server.get(server.peer.counts));
    await server.stop();
    const values = {
      'memory after searches': memory,
      'on disk, real notes': server.bytes() / notes,
    };
    ends.push({ peer: server.peer.name, values, refusals: new Map() });
  }
  return together([...all, gathered(ends, 'searches')]);
}

/** The number of hits of each search, as far as the time allows; undefined for one that was refused. */
async function tryAll(server: PeerServer, searches: readonly RealSearch[], signal: AbortSignal) {
  const { peer, url } = server;
  const hits: (number | undefined)[] = [];
  const refusals: Refusals = new Map();
  const end = performance.now() + TRY_MS;
  for (const { kind, ...asked } of searches) {
    if (performance.now() > end) break;
    const answer = await fetch(url + peer.search(asked, HITS), {
      headers: server.headers(),
      signal,
    });
    const text = await answer.text();
    if (answer.ok) hits.push(peer.hitsIn(JSON.parse(text)));
    else {
      hits.push(undefined);
      refuse(refusals, `${kind}: ${refusalOf(answer.status, text)}`);
    }
  }
  return { hits, refusals };
}

async function turn(
  server: PeerServer,
  searches: readonly RealSearch[],
  load: { readonly connections: number; readonly seconds: number; readonly signal: AbortSignal },
): Promise<Turn> {
  const { peer, pid, url } = server;
  const paths = inTurn(searches.map(({ kind, ...asked }) => peer.search(asked, HITS)));
  const next = () => ({ labels: [LABEL], path: paths(), headers: server.headers() });
  const before = await settled(pid, load.signal);
  const start = performance.now();
  const { times, refusals } = await closedLoop({ ...load, url, next });
  // The last answers come after the end of the given time.
  const seconds = (performance.now() - start) / 1000;
  const after = await settled(pid, load.signal);
  const answered = times.get(LABEL)?.length ?? 0;
  return {
    peer: peer.name,
    refusals,
    values: {
      searches: answered / seconds,
      'CPU of a search': (after.cpu - before.cpu) / answered,
    },
  };
}
