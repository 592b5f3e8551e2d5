import { type Fact, lastEvent } from './recorded.js';

/**
 * One event of a stream that goes on was forgotten: the events before and after it keep their payloads. Recording this
 * erases the payload of that event, and what had redacted it.
 */
export interface EventForgotten {
  /** The event that is forgotten. */
  readonly position: number;
}

export type ErasureFact = Fact<'event.forgotten', EventForgotten>;

/** `erasure/<position>`: so the envelope alone says which event it erased. */
export const erasure = lastEvent<ErasureFact>('erasure');
