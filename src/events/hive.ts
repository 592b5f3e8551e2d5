import type { Redacted } from '../domain/privacy/privacyFilter.js';
import { unreachable } from '../domain/unreachable.js';
import type { Fact, RecordedFact, Stream } from './recorded.js';

/** A project left the hive (paused), or takes part again (resumed). */
export interface HiveProject {
  readonly project: Redacted;
}

export type HiveFact =
  | Fact<'hive.project_paused', HiveProject>
  | Fact<'hive.project_resumed', HiveProject>;

/** `hive/<digest of the project>` folds to its last event: without one, the project takes part. */
export const hiveProject: Stream<RecordedFact<HiveFact> | undefined, HiveFact> = {
  name: 'hive',
  initial: undefined,
  folds: 'last',
  evolve(_state, event) {
    switch (event.type) {
      case 'hive.project_paused':
      case 'hive.project_resumed':
        return event;
      default:
        return unreachable(event);
    }
  },
};
