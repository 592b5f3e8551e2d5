import type { ObservationType } from '../domain/observation.js';
import type { Redacted } from '../domain/privacy/privacyFilter.js';
import { type Fact, lastEvent } from './recorded.js';

/** Selects the observations of a purge. At least one filter is set. */
export interface PurgeFilters {
  readonly project?: Redacted | undefined;
  readonly team?: Redacted | undefined;
  readonly type?: ObservationType | undefined;
  /** Only observations created before this time, in seconds since 1970. */
  readonly before?: number | undefined;
}

/** The owner purged observations. Each of them also has an event of its own. */
export interface VaultPurged {
  readonly filters: PurgeFilters;
  readonly matched: number;
}

export type PurgeFact = Fact<'vault.purged', VaultPurged>;

/** `purge/all` folds to its last event. */
export const purge = lastEvent<PurgeFact>('purge');
