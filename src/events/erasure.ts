import type { VaultEventType } from './vaultEvent.js';

/** What recording an event of each type erases: what its stream held before, the one event that it is about, or nothing. */
const ERASED_BY = {
  'observation.saved': 'nothing',
  'observation.revised': 'nothing',
  'observation.forgotten': 'stream',
  'pin.set': 'nothing',
  'pin.removed': 'nothing',
  'session.started': 'nothing',
  'session.goal_set': 'nothing',
  'session.abandoned': 'nothing',
  'session.ended': 'nothing',
  'session.forgotten': 'stream',
  'prompt.saved': 'nothing',
  'prompt.forgotten': 'stream',
  'conventions.published': 'nothing',
  'conventions.forgotten': 'stream',
  'sdd.phase_entered': 'nothing',
  'sdd.forgotten': 'stream',
  'hive.project_paused': 'nothing',
  'hive.project_resumed': 'nothing',
  'hive.project_forgotten': 'stream',
  'hive.key_issued': 'nothing',
  'hive.key_bound': 'nothing',
  'hive.key_revoked': 'nothing',
  'event.redacted': 'event',
  'event.forgotten': 'event',
  'vault.purged': 'nothing',
  'vault.forgotten': 'nothing',
  'team.created': 'nothing',
  'team.removed': 'stream',
  'member.added': 'nothing',
  'member.removed': 'nothing',
  'invite.issued': 'nothing',
  'invite.revoked': 'nothing',
  'invite.forgotten': 'stream',
  'login.opened': 'nothing',
  'login.closed': 'nothing',
  'admin.acted': 'nothing',
} as const satisfies Record<VaultEventType, 'stream' | 'event' | 'nothing'>;

const typesThat = (...erased: readonly string[]): readonly string[] =>
  Object.entries(ERASED_BY).flatMap(([type, what]) => (erased.includes(what) ? [type] : []));

/** Types whose recording erases everything that their stream held before. */
export const FORGETTING = typesThat('stream');

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

/** What an event takes back: what its stream held before its version, or the one event at a position. */
export type Erasure =
  | { readonly stream: string; readonly before: number }
  | { readonly position: number };

/** What recording an event erases, told by its envelope alone; undefined when it erases nothing. */
export function erasureOf({
  type,
  stream,
  version,
}: {
  readonly type: string;
  readonly stream: string;
  readonly version: number;
}): Erasure | undefined {
  if (forgets(type)) return { stream, before: version };
  // The streams of single erasures are `redaction/<position>` and `erasure/<position>`.
  return erases(type) ? { position: Number(stream.slice(stream.indexOf('/') + 1)) } : undefined;
}
