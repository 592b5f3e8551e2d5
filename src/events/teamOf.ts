import type { VaultEvent, VaultEventType } from './vaultEvent.js';

/**
 * Whose the things are that events of each type are about: of the `team` in the data of that type; of the team in
 * another event of the stream; or of those who administer the vault.
 */
const OWNED_BY = {
  'observation.saved': 'team',
  'observation.revised': 'stream',
  'observation.forgotten': 'stream',
  // The note and its team are in another stream.
  'pin.set': 'admins',
  'pin.removed': 'admins',
  'session.started': 'team',
  'session.goal_set': 'stream',
  'session.abandoned': 'stream',
  'session.ended': 'stream',
  'session.forgotten': 'stream',
  'prompt.saved': 'team',
  'prompt.forgotten': 'stream',
  'conventions.published': 'team',
  'conventions.forgotten': 'stream',
  'sdd.phase_entered': 'team',
  'sdd.forgotten': 'stream',
  'hive.project_paused': 'admins',
  'hive.project_resumed': 'admins',
  'hive.project_forgotten': 'admins',
  'hive.key_issued': 'admins',
  'hive.key_bound': 'admins',
  'hive.key_revoked': 'admins',
  'event.redacted': 'admins',
  'event.forgotten': 'admins',
  'vault.purged': 'admins',
  'vault.forgotten': 'admins',
  'team.created': 'admins',
  'team.removed': 'admins',
  'member.added': 'admins',
  'member.removed': 'admins',
  'invite.issued': 'admins',
  'invite.revoked': 'admins',
  'invite.forgotten': 'admins',
  'login.opened': 'admins',
  'login.closed': 'admins',
  'admin.acted': 'admins',
} as const satisfies Record<VaultEventType, 'team' | 'stream' | 'admins'>;

type WithTeam = {
  [T in VaultEventType]: (typeof OWNED_BY)[T] extends 'team' ? T : never;
}[VaultEventType];

/**
 * The team of the thing that the events of a stream are about, null for one without a team. Undefined when it cannot be
 * told, because it was forgotten, and for what concerns only those who administer the vault.
 */
export function teamOfStream(events: readonly VaultEvent[]): string | null | undefined {
  const named = events.find(hasTeam);
  return named && (named.data.team ?? null);
}

function hasTeam(event: VaultEvent): event is Extract<VaultEvent, { type: WithTeam }> {
  return OWNED_BY[event.type] === 'team';
}
