import type { AdminFact } from './adminAct.js';
import type { ConventionsFact } from './conventions.js';
import type { ErasureFact } from './erasedEvent.js';
import type { ForgettingFact } from './forgetting.js';
import type { HiveFact } from './hive.js';
import type { HiveMemberFact } from './hiveMember.js';
import type { InviteFact } from './invite.js';
import type { ObservationFact } from './observation.js';
import type { PinFact } from './pin.js';
import type { PromptFact } from './prompt.js';
import type { PurgeFact } from './purge.js';
import type { Erased, Fact, RecordedFact, Stream } from './recorded.js';
import type { RedactionFact } from './redaction.js';
import type { SddFact } from './sdd.js';
import type { SessionFact } from './session.js';
import type { TeamFact } from './team.js';

/** All facts that the vault can record. */
export type VaultFact =
  | ObservationFact
  | PinFact
  | SessionFact
  | PromptFact
  | ConventionsFact
  | SddFact
  | HiveFact
  | HiveMemberFact
  | RedactionFact
  | ErasureFact
  | PurgeFact
  | ForgettingFact
  | TeamFact
  | InviteFact
  | AdminFact;

export type VaultEventType = VaultFact['type'];

/** All facts in their recorded form. */
export type VaultEvent = RecordedFact<VaultFact>;

/** An event as the log returns it: erased ones without their payload. */
export type LoggedEvent = VaultEvent | Erased;

/**
 * The schema in which each type is written. A new shape raises its number and needs an upcaster from the one before.
 * Old events are never rewritten.
 */
export const CURRENT_SCHEMA = {
  'observation.saved': 1,
  'observation.revised': 1,
  'observation.forgotten': 1,
  'pin.set': 1,
  'pin.removed': 1,
  'session.started': 1,
  'session.goal_set': 1,
  'session.abandoned': 1,
  'session.ended': 1,
  'session.forgotten': 1,
  'prompt.saved': 1,
  'prompt.forgotten': 1,
  'conventions.published': 1,
  'conventions.forgotten': 1,
  'sdd.phase_entered': 1,
  'sdd.forgotten': 1,
  'hive.project_paused': 1,
  'hive.project_resumed': 1,
  'hive.project_forgotten': 1,
  'hive.key_issued': 1,
  'hive.key_bound': 1,
  'hive.key_revoked': 1,
  'event.redacted': 1,
  'event.forgotten': 1,
  'vault.purged': 1,
  'vault.forgotten': 1,
  'team.created': 1,
  'team.removed': 1,
  'member.added': 1,
  'member.removed': 1,
  'invite.issued': 1,
  'invite.revoked': 1,
  'invite.forgotten': 1,
  'login.opened': 1,
  'login.closed': 1,
  'admin.acted': 1,
} as const satisfies Record<VaultEventType, number>;

/** The state of a stream after its events. */
export function fold<S, F extends VaultFact & Fact<string, unknown>>(
  stream: Stream<S, F>,
  events: readonly VaultEvent[],
): S {
  // The cast is safe: a stream holds only events of its own family, which its name begins with.
  const own = events as readonly RecordedFact<F>[];
  return stream.foldAll?.(own) ?? own.reduce(stream.evolve, stream.initial);
}
