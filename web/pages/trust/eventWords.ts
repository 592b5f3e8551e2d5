/** What an event of a type says, in words, and what erases. */
interface Words {
  readonly words: string;
  /** True of what erases something that was recorded before, or says that this was done. */
  readonly isErasure?: true;
}

/** All types of events, in groups of what they are about. */
export const EVENT_GROUPS: Readonly<Record<string, Readonly<Record<string, Words>>>> = {
  Notes: {
    'observation.saved': { words: 'note saved' },
    'observation.revised': { words: 'note revised' },
    'observation.forgotten': { words: 'note forgotten', isErasure: true },
    'pin.set': { words: 'note pinned' },
    'pin.removed': { words: 'pin removed' },
    'verdict.given': { words: 'verdict given' },
  },
  Sessions: {
    'session.started': { words: 'session started' },
    'session.goal_set': { words: 'goal set' },
    'session.abandoned': { words: 'session abandoned' },
    'session.ended': { words: 'session ended' },
    'session.forgotten': { words: 'session forgotten', isErasure: true },
    'told.given': { words: 'agent told' },
    'told.forgotten': { words: 'record of a session forgotten', isErasure: true },
  },
  Projects: {
    'conventions.published': { words: 'conventions published' },
    'conventions.forgotten': { words: 'conventions forgotten', isErasure: true },
    'sdd.phase_entered': { words: 'phase entered' },
    'sdd.forgotten': { words: 'phases forgotten', isErasure: true },
    'repository.bound': { words: 'repository bound to a project' },
    'prompt.saved': { words: 'prompt saved' },
    'prompt.forgotten': { words: 'prompt forgotten', isErasure: true },
  },
  'Erased and redacted': {
    'event.redacted': { words: 'redacted again', isErasure: true },
    'event.forgotten': { words: 'event erased', isErasure: true },
    'vault.purged': { words: 'notes purged', isErasure: true },
    'vault.forgotten': { words: 'forgotten together', isErasure: true },
  },
  People: {
    'team.created': { words: 'team created' },
    'team.removed': { words: 'team removed', isErasure: true },
    'member.added': { words: 'member added' },
    'member.removed': { words: 'member removed' },
    'invite.issued': { words: 'invite issued' },
    'invite.revoked': { words: 'invite revoked' },
    'invite.forgotten': { words: 'invite forgotten', isErasure: true },
    'token.created': { words: 'token made' },
    'token.revoked': { words: 'token revoked' },
    'token.forgotten': { words: 'token forgotten', isErasure: true },
    'login.opened': { words: 'logged in' },
    'login.closed': { words: 'logged out' },
  },
  Hive: {
    'hive.project_paused': { words: 'project left the hive' },
    'hive.project_resumed': { words: 'project joined the hive' },
    'hive.project_forgotten': { words: 'project forgotten in the hive', isErasure: true },
    'hive.key_issued': { words: 'hive key issued' },
    'hive.key_bound': { words: 'hive key bound' },
    'hive.key_revoked': { words: 'hive key revoked' },
  },
  Administration: { 'admin.acted': { words: 'admin acted' } },
};

const WORDS = new Map(Object.values(EVENT_GROUPS).flatMap((group) => Object.entries(group)));

/** What an event of a type says; the type itself where this page is older than the vault. */
export function wordsFor(type: string): string {
  return WORDS.get(type)?.words ?? type;
}

/** The types that say that something was erased. */
export const ERASURES: readonly string[] = [...WORDS].flatMap(([type, { isErasure }]) =>
  isErasure ? [type] : [],
);
