import { type Refusals, refuse } from '../load/refusals.js';
import type { Measurements, PeerFigure, PeerRefusals, PeerWhat } from './peerFigure.js';

/** What one program did in its turn. */
export interface Turn {
  readonly peer: string;
  readonly values: Readonly<Partial<Record<PeerWhat, number>>>;
  readonly refusals: Refusals;
}

/** The turns of all rounds as figures, with what was refused in all of them together. */
export function gathered(
  turns: readonly Turn[],
  during: string,
  connections?: number,
): Measurements {
  const at = connections === undefined ? {} : { connections };
  const figures: PeerFigure[] = [];
  const refusals: PeerRefusals[] = [];
  for (const peer of new Set(turns.map((turn) => turn.peer))) {
    const own = turns.filter((turn) => turn.peer === peer);
    const all: Refusals = new Map();
    for (const turn of own) for (const [kind, count] of turn.refusals) refuse(all, kind, count);
    if (all.size > 0) refusals.push({ peer, during, refusals: all, ...at });
    for (const what of namesOf(own)) {
      const values = own.map((turn) => turn.values[what] ?? Number.NaN);
      figures.push({ peer, what, values, ...at });
    }
  }
  return { figures, refusals };
}

/** The cast is safe: the type of `values` allows these names only. */
const namesOf = (turns: readonly Turn[]) =>
  [...new Set(turns.flatMap(({ values }) => Object.keys(values)))] as PeerWhat[];

/** All measurements as one. */
export function together(all: readonly Measurements[]): Measurements {
  return {
    figures: all.flatMap(({ figures }) => figures),
    refusals: all.flatMap(({ refusals }) => refusals),
  };
}
