import type { Redacted } from '../domain/privacy/privacyFilter.js';
import type { SddPhase } from '../domain/sdd.js';
import { type Fact, lastEvent } from './recorded.js';

/** A project moved to a phase of spec-driven development. */
export interface PhaseEntered {
  readonly project: Redacted;
  readonly team?: Redacted | undefined;
  readonly phase: SddPhase;
}

export type SddFact = Fact<'sdd.phase_entered', PhaseEntered>;

/** `sdd/<digest of team and project>` folds to its last event. */
export const sdd = lastEvent<SddFact>('sdd');
