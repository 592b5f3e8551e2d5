import type { Appended, EventLog } from '../eventLog.js';
import type { CopyEnd, Delta } from './sharedLog.js';

/**
 * The copy that a node keeps of a shared log, to read and to decide against. It is disposable: the shared log has all of
 * it. Methods of `EventLog` do as they say there.
 */
export interface LogCopy extends Omit<EventLog, 'appendNext' | 'now' | 'refusal' | 'unheardMs'> {
  end(): CopyEnd;
  /** Time of the last event, in ms since 1970; 0 without one. */
  lastAt(): number;
  /** UUID of the shared log that it is a copy of. */
  readonly instance: string;
  /**
   * Takes in what it does not have yet, in one transaction: checks the chain and the commitments, erases what the events take
   * back, and tells who listens. Throws `LogForked` when that does not follow on what it has, `LogRefused` for an event that
   * this release does not know, and like `LogBroken` as `EventLog.appendNext` rejects with it. Then nothing is taken in.
   */
  takeIn(delta: Delta): Appended;
  /** Where an event is, and the salt of what it says now, by which fingerprints are encrypted: null once that is erased. */
  saltOf(
    stream: string,
    version: number,
  ): { readonly position: number; readonly salt: Buffer | null } | undefined;
  /** Why nothing can be taken in now, as far as that can be told without writing. */
  refusal: EventLog['refusal'];
}
