import type { Redacted } from '../domain/privacy/privacyFilter.js';
import { unreachable } from '../domain/unreachable.js';
import type { Fact, RecordedFact, Stream } from './recorded.js';

/** A project left the hive (paused), or takes part again (resumed). */
export interface HiveProject {
  readonly project: Redacted;
}

/**
 * The name of a project that was paused or resumed was forgotten. Recording this erases the earlier events of its stream.
 * Whether it is paused stays, so that what is saved later under that name does not leave the vault.
 */
export interface HiveProjectForgotten {
  readonly paused: boolean;
}

export type HiveFact =
  | Fact<'hive.project_paused', HiveProject>
  | Fact<'hive.project_resumed', HiveProject>
  | Fact<'hive.project_forgotten', HiveProjectForgotten>;

/** Whether a project is paused whose stream ends with `last`. */
export function isPaused(last: RecordedFact<HiveFact> | undefined): boolean {
  if (last?.type === 'hive.project_forgotten') return last.data.paused;
  return last?.type === 'hive.project_paused';
}

/** `hive/<digest of the project>` folds to its last event: without one, the project takes part. */
export const hiveProject: Stream<RecordedFact<HiveFact> | undefined, HiveFact> = {
  name: 'hive',
  initial: undefined,
  folds: 'last',
  evolve(_state, event) {
    switch (event.type) {
      case 'hive.project_paused':
      case 'hive.project_resumed':
      case 'hive.project_forgotten':
        return event;
      default:
        return unreachable(event);
    }
  },
};
