import type { ObservationType } from '../domain/observation.js';
import type { Fact, Recorded, Stream } from './recorded.js';

/** Which observations a purge is about. At least one is given. */
export interface PurgeFilters {
  readonly project?: string | undefined;
  readonly team?: string | undefined;
  readonly type?: ObservationType | undefined;
  /** Only those made before, in seconds since 1970. */
  readonly before?: number | undefined;
}

/** The owner had observations forgotten. Each of them has an event of its own. */
export interface VaultPurged {
  readonly filters: PurgeFilters;
  readonly matched: number;
}

export type PurgeFact = Fact<'vault.purged', VaultPurged>;

/** `purge/all` folds to its last event. */
export const purge: Stream<Recorded<'vault.purged', VaultPurged> | undefined, PurgeFact> = {
  name: 'purge',
  initial: undefined,
  folds: 'last',
  evolve: (_state, event) => event,
};
