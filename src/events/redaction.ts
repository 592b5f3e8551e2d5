import { type Fact, lastEvent } from './recorded.js';

/**
 * The data of an event was redacted again, because a newer privacy filter knows more secrets. Recording this erases the
 * payload of that event, and readers get `data` in its place.
 */
export interface EventRedacted {
  /** The event that is redacted. */
  readonly position: number;
  readonly type: string;
  readonly schema: number;
  /** Its data without the secrets, in the shape of its type and schema. */
  readonly data: unknown;
}

export type RedactionFact = Fact<'event.redacted', EventRedacted>;

/** `redaction/<position>` folds to its last event: an event may be redacted again by a later filter. */
export const redaction = lastEvent<RedactionFact>('redaction');
