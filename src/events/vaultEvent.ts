import type { ConventionsFact } from './conventions.js';
import type { ObservationFact } from './observation.js';
import type { PromptFact } from './prompt.js';
import type { RecordedFact } from './recorded.js';
import type { SddFact } from './sdd.js';
import type { SessionFact } from './session.js';

/** Every fact the vault can record. */
export type VaultFact = ObservationFact | SessionFact | PromptFact | ConventionsFact | SddFact;

export type VaultEventType = VaultFact['type'];

/** Every fact as it is recorded. */
export type VaultEvent = RecordedFact<VaultFact>;

/**
 * The shape in which each type is written today. A new shape raises its number and adds an upcaster
 * from the one before; old events are never rewritten.
 */
export const CURRENT_SCHEMA = {
  'observation.saved': 1,
  'session.started': 1,
  'session.abandoned': 1,
  'session.ended': 1,
  'prompt.saved': 1,
  'conventions.published': 1,
  'sdd.phase_entered': 1,
} as const satisfies Record<VaultEventType, number>;
