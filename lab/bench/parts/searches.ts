import { median, percentile } from '../../../tools/percentile.js';
import { digits } from '../../../tools/table.js';
import { closedLoop } from '../load/closedLoop.js';
import { inTurn } from '../load/inTurn.js';
import { type Refusals, refuse } from '../load/refusals.js';
import { HITS } from '../peers/peer.js';
import { settled } from '../peers/processUse.js';
import { type Bench, inRounds } from './part.js';
import type { Vault } from './vault.js';

/** What a program did with its searches, in all rounds. */
export interface Searched {
  /** Milliseconds by kind and by scope. */
  readonly times: ReadonlyMap<string, readonly number[]>;
  /** By kind, and how the program said it. */
  readonly refusals: Refusals;
  /** Milliseconds of CPU of a search. */
  readonly cpu: number;
  /** The part of the answers that had a hit. */
  readonly finding: number;
}

/** The label of every search. */
const ALL = 'all';
/** Fewer times have no slowest one in a hundred. */
export const ENOUGH = 100;

/** Times searches of each kind in each scope, one at a time, all vaults in turn. */
export async function searchesAlone(
  { quick, say, signal }: Bench,
  vaults: readonly Vault[],
): Promise<readonly Searched[]> {
  say('searches, one at a time');
  const askers = vaults.map(({ server, searches }) => ({ server, next: inTurn(searches) }));
  const turns = await inRounds(quick ? 1 : 3, askers, async ({ server, next }) => {
    const { peer, pid, url } = server;
    let finding = 0;
    const ask = () => {
      const { kind, scope, ...asked } = next();
      const read = (answer: string) => {
        if (peer.hitsIn(JSON.parse(answer)) > 0) finding += 1;
      };
      const path = peer.search(asked, HITS);
      return { labels: [kind, scope, ALL], path, headers: server.headers(), read };
    };
    const before = await settled(pid, signal);
    const seconds = quick ? 2 : 5;
    const answers = await closedLoop({ url, connections: 1, seconds, next: ask, signal });
    return { ...answers, finding, cpu: (await settled(pid, signal)).cpu - before.cpu };
  });
  return turns.map((own) => {
    const times = new Map<string, number[]>();
    const refusals: Refusals = new Map();
    for (const turn of own) {
      for (const [label, some] of turn.times)
        times.set(label, [...(times.get(label) ?? []), ...some]);
      for (const [kind, count] of turn.refusals) refuse(refusals, kind, count);
    }
    const answered = times.get(ALL)?.length ?? 0;
    const sum = (of: (turn: (typeof own)[number]) => number) =>
      own.reduce((total, turn) => total + of(turn), 0);
    return {
      times,
      refusals,
      cpu: sum(({ cpu }) => cpu) / answered,
      finding: sum(({ finding }) => finding) / answered,
    };
  });
}

/** The rows of these searches: one for each kind and each scope. */
export function rowsAlone(
  vaults: readonly Vault[],
  searched: readonly Searched[],
): readonly (readonly string[])[] {
  const all = vaults.flatMap(({ searches }) => searches);
  const row = (name: string, of: (one: Searched) => string) => [name, ...searched.map(of)];
  const times = (name: string, label: string) =>
    row(`${name}, ms`, ({ times, refusals }) => {
      const own = times.get(label)?.toSorted((a, b) => a - b) ?? [];
      const isRefused = [...refusals.keys()].some((kind) => kind.startsWith(`${label}: `));
      if (own.length === 0) return isRefused ? 'refused' : '–';
      const half = digits(percentile(own, 50));
      return own.length < ENOUGH ? half : `${half} / ${digits(percentile(own, 99))}`;
    });
  const kinds = new Set(all.map(({ kind }) => kind));
  const scopes = new Set(all.map(({ scope }) => scope));
  return [
    ...[...kinds].map((kind) => times(kind, kind)),
    ...[...scopes].map((scope) => times(`all of these ${scope}`, scope)),
    row('CPU of a search, ms', ({ cpu }) => digits(cpu)),
    row('searches that were timed', ({ times }) =>
      (times.get(ALL)?.length ?? 0).toLocaleString('en'),
    ),
    row('answers that hold a note', ({ finding }) => `${Math.round(finding * 100)} %`),
  ];
}

/** What a program did when several clients searched at the same time, one for each round. */
export interface Crowd {
  readonly perSecond: number;
  readonly cpu: number;
}

export const CROWD = 16;
export const CROWD_SECONDS = 3;
/** Searches that every program reads in the same way. */
const PLAIN: readonly string[] = ['a rare word', 'a common word', 'three words'];

/** Searches for plain words from several connections, all vaults in turn. */
export function searchesTogether(
  { quick, say, signal }: Bench,
  vaults: readonly Vault[],
): Promise<readonly (readonly Crowd[])[]> {
  say(`searches at ${CROWD} connections`);
  return inRounds(quick ? 1 : 2, vaults, async ({ server, searches }) => {
    const { peer, pid, url } = server;
    const paths = inTurn(
      searches.flatMap(({ kind, scope: _, ...asked }) =>
        PLAIN.includes(kind) ? [peer.search(asked, HITS)] : [],
      ),
    );
    const next = () => ({ labels: [ALL], path: paths(), headers: server.headers() });
    const before = await settled(pid, signal);
    const start = performance.now();
    const seconds = quick ? 1 : CROWD_SECONDS;
    const { times } = await closedLoop({ url, connections: CROWD, seconds, next, signal });
    const took = (performance.now() - start) / 1000;
    const { cpu } = await settled(pid, signal);
    const answered = times.get(ALL)?.length ?? 0;
    return { perSecond: answered / took, cpu: (cpu - before.cpu) / answered };
  });
}

/** The rows of these. */
export function rowsTogether(crowds: readonly (readonly Crowd[])[]) {
  const row = (name: string, of: (crowd: Crowd) => number) => [
    `plain words, ${CROWD} connections: ${name}`,
    ...crowds.map((own) => digits(median(own.map(of)))),
  ];
  return [row('searches a second', ({ perSecond }) => perSecond), row('CPU, ms', ({ cpu }) => cpu)];
}
