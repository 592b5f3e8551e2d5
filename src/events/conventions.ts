import type { Find } from '../domain/privacy/privacyFilter.js';
import type { Redacted } from '../domain/privacy/redacted.js';
import type { Fact, Stream } from './recorded.js';

export interface ConventionsPublished {
  readonly project: string;
  readonly version: number;
  readonly content: Redacted;
  readonly redactions: readonly Find[];
}

export type ConventionsFact = Fact<'conventions.published', ConventionsPublished>;

/** `conventions/<digest of the project>` folds to the newest version; 0 before the first. */
export const conventions: Stream<number, ConventionsFact> = {
  name: 'conventions',
  initial: 0,
  evolve: (_version, event) => event.data.version,
};
