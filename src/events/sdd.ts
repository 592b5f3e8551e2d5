import type { Redacted } from '../domain/privacy/privacyFilter.js';
import type { SddPhase } from '../domain/sdd.js';
import { unreachable } from '../domain/unreachable.js';
import type { Fact, Recorded, Stream } from './recorded.js';

/** A project moved to a phase of spec-driven development. */
export interface PhaseEntered {
  readonly project: Redacted;
  readonly team?: Redacted | undefined;
  readonly phase: SddPhase;
  /** Seconds since 1970. Set by imports only; otherwise the time of the event counts. */
  readonly at?: number | undefined;
}

/** The phases of a project were forgotten. Recording this erases the earlier events of their stream. */
export type PhasesForgotten = Readonly<Record<never, never>>;

export type SddFact =
  | Fact<'sdd.phase_entered', PhaseEntered>
  | Fact<'sdd.forgotten', PhasesForgotten>;

/** `sdd/<digest of team and project>` folds to the last phase. */
export const sdd: Stream<Recorded<'sdd.phase_entered', PhaseEntered> | undefined, SddFact> = {
  name: 'sdd',
  initial: undefined,
  folds: 'last',
  evolve(_state, event) {
    switch (event.type) {
      case 'sdd.phase_entered':
        return event;
      case 'sdd.forgotten':
        return undefined;
      default:
        return unreachable(event);
    }
  },
};
