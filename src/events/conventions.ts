import type { Redacted, RedactionCount } from '../domain/privacy/privacyFilter.js';
import { type Fact, lastEvent } from './recorded.js';

/** A project's conventions were published. */
export interface ConventionsPublished {
  readonly project: Redacted;
  readonly team?: Redacted | undefined;
  /** 1 is the first. */
  readonly version: number;
  readonly content: Redacted;
  readonly redactions: readonly RedactionCount[];
}

export type ConventionsFact = Fact<'conventions.published', ConventionsPublished>;

/** `conventions/<digest of team and project>` folds to its last event. */
export const conventions = lastEvent<ConventionsFact>('conventions');
