import type { Session } from 'memory-vault-client';
import { Badge } from './badge.js';
import type { Tone } from './tone.js';

const TONES: Readonly<Record<Session['state'], Tone>> = {
  active: 'good',
  abandoned: 'warn',
  ended: 'neutral',
};

/** Whether a work session goes on, was ended, or nobody has ended it. */
export function SessionState({ state }: { state: Session['state'] }) {
  return <Badge tone={TONES[state]}>{state}</Badge>;
}
