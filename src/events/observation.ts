import type { ObservationType } from '../domain/observation.js';
import type { Find } from '../domain/privacy/privacyFilter.js';
import type { Redacted } from '../domain/privacy/redacted.js';
import type { Fact, Stream } from './recorded.js';

/** A note was kept. */
export interface ObservationSaved {
  readonly id: string;
  readonly session_id: string | null;
  readonly project?: string | undefined;
  readonly team?: string | undefined;
  readonly country?: string | undefined;
  readonly type: ObservationType;
  readonly title: Redacted;
  readonly content: Redacted;
  readonly tags: readonly Redacted[];
  readonly author?: string | undefined;
  /** Identity within a session, see `domain/contentHash.ts`. */
  readonly content_hash: string;
  /** Seconds since 1970. Only an import brings its own; otherwise the event's time counts. */
  readonly created_at?: number | undefined;
  /** What the privacy filter took out. */
  readonly redactions: readonly Find[];
}

export type ObservationFact = Fact<'observation.saved', ObservationSaved>;

/** `undefined` until it is saved. */
export type ObservationState = ObservationSaved | undefined;

/** `observation/<ULID>` */
export const observation: Stream<ObservationState, ObservationFact> = {
  name: 'observation',
  initial: undefined,
  folds: 'all',
  evolve: (_state, event) => event.data,
};
