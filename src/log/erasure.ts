import type { VaultEventType } from '../events/vaultEvent.js';

/** Types whose recording erases everything that their stream held before. */
const FORGETTING: readonly VaultEventType[] = ['observation.forgotten', 'prompt.forgotten'];

/** Types whose recording erases a payload recorded before. */
export const ERASING: readonly VaultEventType[] = [...FORGETTING, 'event.redacted'];

/** Whether recording an event of this type erases a payload recorded before. */
export function erases(type: string): boolean {
  return ERASING.some((one) => one === type);
}

/** Whether recording an event of this type erases what its stream held before. */
export function forgets(type: string): boolean {
  return FORGETTING.some((one) => one === type);
}
