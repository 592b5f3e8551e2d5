import type { SddPhase } from '../domain/sdd.js';
import type { Fact, Stream } from './recorded.js';

export interface PhaseEntered {
  readonly project: string;
  readonly phase: SddPhase;
}

export type SddFact = Fact<'sdd.phase_entered', PhaseEntered>;

/** `sdd/<digest of the project>` folds to the phase the project is in. */
export const sdd: Stream<SddPhase | undefined, SddFact> = {
  name: 'sdd',
  initial: undefined,
  evolve: (_phase, event) => event.data.phase,
};
