import type { Invite } from 'memory-vault-client';
import type { Tone } from '../../kit/tone.js';

const TONES = {
  pending: 'accent',
  used: 'good',
  expired: 'warn',
  revoked: 'neutral',
} as const satisfies Record<Invite['state'], Tone>;

/** The colour of the state of an invite. */
export const inviteTone = (state: Invite['state']): Tone => TONES[state];
