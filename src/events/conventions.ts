import type { Redacted, RedactionCount } from '../domain/privacy/privacyFilter.js';
import { unreachable } from '../domain/unreachable.js';
import type { Fact, Recorded, Stream } from './recorded.js';

/** A project's conventions were published. */
export interface ConventionsPublished {
  readonly project: Redacted;
  readonly team?: Redacted | undefined;
  /** 1 is the first. */
  readonly version: number;
  readonly content: Redacted;
  /** Seconds since 1970. Set by imports only; otherwise the time of the event counts. */
  readonly at?: number | undefined;
  readonly redactions: readonly RedactionCount[];
}

/** A project's conventions were forgotten in all versions. Recording this erases the earlier events of their stream. */
export type ConventionsForgotten = Readonly<Record<never, never>>;

export type ConventionsFact =
  | Fact<'conventions.published', ConventionsPublished>
  | Fact<'conventions.forgotten', ConventionsForgotten>;

/** `conventions/<digest of team and project>` folds to its last version. */
export const conventions: Stream<
  Recorded<'conventions.published', ConventionsPublished> | undefined,
  ConventionsFact
> = {
  name: 'conventions',
  initial: undefined,
  folds: 'last',
  evolve(_state, event) {
    switch (event.type) {
      case 'conventions.published':
        return event;
      case 'conventions.forgotten':
        return undefined;
      default:
        return unreachable(event);
    }
  },
};
