import { median } from '../../../tools/percentile.js';
import { digits } from '../../../tools/table.js';
import type { Grid } from '../report/grid.js';
import type { Measurements, PeerFigure, PeerRefusals, PeerWhat } from './peerFigure.js';

const NOTHING = '–';

/** The table of the comparison: a column for each program, ours first. */
export function peersTable(peers: readonly string[], measured: Measurements): Grid {
  const { figures, refusals } = measured;
  const cell = (peer: string, what: PeerWhat, connections?: number) =>
    said(figureOf(figures, peer, what, connections));
  const row = (name: string, of: (peer: string) => string) => [name, ...peers.map(of)];
  const loads = (what: 'saves' | 'searches', cpu: PeerWhat) =>
    connectionsOf(figures, what).map((connections) =>
      row(`${what}/s, ${atOf(connections)} (CPU of one, ms)`, (peer) => {
        const rate = `${cell(peer, what, connections)} (${cell(peer, cpu, connections)})`;
        const count = refusedAt(refusals, peer, what, connections);
        return count === 0 ? rate : `${rate}, ${count.toLocaleString('en')} refused`;
      }),
    );
  const byConnections = (name: string, what: PeerWhat) =>
    connectionsOf(figures, what).map((connections) =>
      row(`${name}, ${atOf(connections)}`, (peer) => cell(peer, what, connections)),
    );
  const single = (name: string, what: PeerWhat) => row(name, (peer) => cell(peer, what));
  const percent = (name: string, what: PeerWhat) =>
    row(name, (peer) => {
      const part = figureOf(figures, peer, what);
      return part === undefined ? NOTHING : `${Math.round(part * 100)} %`;
    });
  const notes = (peer: string) => figureOf(figures, peer, 'real notes kept');
  return {
    head: ['', ...peers],
    rows: [
      ...loads('saves', 'CPU of a save'),
      ...byConnections('written for a save, KB', 'written for a save'),
      row('real notes kept', (peer) => notes(peer)?.toLocaleString('en') ?? NOTHING),
      ...loads('searches', 'CPU of a search'),
      percent('searches that are refused', 'searches that are refused'),
      percent('answered searches that find something', 'searches that find something'),
      single('bytes on disk for a note, 500-byte notes', 'on disk, 500-byte notes'),
      single('bytes on disk for a note, real notes', 'on disk, real notes'),
      single('memory after saves, MB', 'memory after saves'),
      single('memory after searches, MB', 'memory after searches'),
    ],
  };
}

/** Ours to each other program: of rates and costs, the median over the rounds. */
export function ratioTable(peers: readonly string[], { figures }: Measurements): Grid {
  const [ours = '', ...others] = peers;
  const rows: [string, PeerWhat, number | undefined][] = [];
  for (const what of ['saves', 'CPU of a save', 'written for a save'] as const)
    for (const at of connectionsOf(figures, what)) rows.push([`${what}, ${atOf(at)}`, what, at]);
  for (const what of ['searches', 'CPU of a search'] as const)
    for (const at of connectionsOf(figures, what)) rows.push([`${what}, ${atOf(at)}`, what, at]);
  for (const what of ['on disk, 500-byte notes', 'on disk, real notes'] as const)
    rows.push([what, what, undefined]);
  for (const what of ['memory after saves', 'memory after searches'] as const)
    rows.push([what, what, undefined]);
  return {
    head: ['', ...others.map((peer) => `to ${peer}`)],
    rows: rows.map(([name, what, at]) => {
      const own = valuesOf(figures, ours, what, at);
      return [
        name,
        ...others.map((peer) => {
          const theirs = valuesOf(figures, peer, what, at);
          // In the same round, both had the same machine beside them.
          return digits(median(own.map((value, round) => value / (theirs[round] ?? Number.NaN))));
        }),
      ];
    }),
  };
}

/** A line for each kind of refusal. */
export function refusalTable(refusals: readonly PeerRefusals[]): Grid | undefined {
  const rows = refusals.flatMap(({ peer, during, connections, refusals: kinds }) =>
    [...kinds].map(([kind, count]) => [
      peer,
      connections === undefined ? during : `${during}, ${atOf(connections)}`,
      kind,
      count.toLocaleString('en'),
    ]),
  );
  return rows.length === 0 ? undefined : { head: ['', 'during', 'refused with', 'times'], rows };
}

/** How many saves each program wrote in one commit, where it counts its commits. */
export function commitLine(peer: string, { figures }: Measurements): string {
  const parts = connectionsOf(figures, 'saves of a commit').flatMap((connections) => {
    const value = figureOf(figures, peer, 'saves of a commit', connections);
    return value === undefined ? [] : [`${digits(value)} at ${atOf(connections)}`];
  });
  return parts.length === 0 ? '' : ` Measured saves of a commit: ${parts.join(', ')}.`;
}

const atOf = (connections: number) =>
  connections === 1 ? '1 connection' : `${connections} connections`;

const said = (value: number | undefined) => (value === undefined ? NOTHING : digits(value));

function valuesOf(
  figures: readonly PeerFigure[],
  peer: string,
  what: PeerWhat,
  connections?: number,
): readonly number[] {
  const found = figures.find(
    (one) => one.peer === peer && one.what === what && one.connections === connections,
  );
  return found?.values ?? [];
}

function figureOf(...asked: Parameters<typeof valuesOf>): number | undefined {
  const values = valuesOf(...asked);
  return values.length === 0 ? undefined : median(values);
}

function connectionsOf(figures: readonly PeerFigure[], what: PeerWhat): readonly number[] {
  const all = figures.flatMap((one) =>
    one.what === what && one.connections !== undefined ? [one.connections] : [],
  );
  return [...new Set(all)].sort((a, b) => a - b);
}

function refusedAt(
  refusals: readonly PeerRefusals[],
  peer: string,
  during: string,
  connections: number,
): number {
  return refusals
    .filter((one) => one.peer === peer && one.during === during && one.connections === connections)
    .flatMap((one) => [...one.refusals.values()])
    .reduce((sum, count) => sum + count, 0);
}
