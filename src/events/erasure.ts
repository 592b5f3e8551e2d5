import type { VaultEventType } from './vaultEvent.js';

/** What recording an event of each type erases: what its stream held before, the event that it redacts, or nothing. */
const ERASED_BY = {
  'observation.saved': 'nothing',
  'observation.revised': 'nothing',
  'observation.forgotten': 'stream',
  'session.started': 'nothing',
  'session.abandoned': 'nothing',
  'session.ended': 'nothing',
  'prompt.saved': 'nothing',
  'prompt.forgotten': 'stream',
  'conventions.published': 'nothing',
  'sdd.phase_entered': 'nothing',
  'hive.project_paused': 'nothing',
  'hive.project_resumed': 'nothing',
  'hive.key_issued': 'nothing',
  'hive.key_bound': 'nothing',
  'hive.key_revoked': 'nothing',
  'event.redacted': 'event',
  'vault.purged': 'nothing',
  'team.created': 'nothing',
  'member.added': 'nothing',
  'member.removed': 'nothing',
  'invite.issued': 'nothing',
  'invite.revoked': 'nothing',
  'login.opened': 'nothing',
  'login.closed': 'nothing',
  'admin.acted': 'nothing',
} as const satisfies Record<VaultEventType, 'stream' | 'event' | 'nothing'>;

const typesThat = (...erased: readonly string[]): readonly string[] =>
  Object.entries(ERASED_BY).flatMap(([type, what]) => (erased.includes(what) ? [type] : []));

/** Types whose recording erases everything that their stream held before. */
const FORGETTING = typesThat('stream');

/** Types whose recording erases a payload recorded before. */
export const ERASING = typesThat('stream', 'event');

/** Whether recording an event of this type erases a payload recorded before. */
export function erases(type: string): boolean {
  return ERASING.includes(type);
}

/** Whether recording an event of this type erases what its stream held before. */
export function forgets(type: string): boolean {
  return FORGETTING.includes(type);
}
