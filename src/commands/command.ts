import type { Visibility } from '../domain/caller.js';
import type { Stream } from '../events/family.js';
import type { DedupKey, Fact } from '../events/recorded.js';
import type { VaultFact } from '../events/vaultEvent.js';
import type { PrivacyFilter } from '../privacy/privacyFilter.js';

/** The time, a new id and who asks, passed to a decision to keep it pure. */
export interface DecideContext {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** A new ULID for the thing that the command creates. */
  readonly id: string;
  /** What the caller may see. */
  readonly sees: Visibility;
}

/** Reads the state of another stream at the time of the decision. */
export type ReadState = <S, F extends VaultFact & Fact<string, unknown>>(
  stream: Stream<S, F>,
  key: string,
) => Promise<S>;

/**
 * A request to change a stream. `redact` comes first and removes everything that must not be stored. `decide` is pure: it
 * returns the facts to record, none when nothing has to change, or throws a `Rejection`.
 */
export interface Command<I, R, S, F extends VaultFact> {
  readonly name: string;
  readonly redact: (input: I, filter: PrivacyFilter) => Promise<R>;
  /** The part of the input by which a retry is recognised; by default all of it. */
  readonly identity?: (input: R) => unknown;
  readonly stream: Stream<S, F>;
  readonly streamKey: (input: R, now: DecideContext) => string;
  /** When the log already has a thing with this key, the outcome is that one, and `decide` is not asked. */
  readonly dedupKey?: (input: R) => DedupKey | undefined;
  /** Whether a caller may be led to a thing with that key; by default to any. */
  readonly maySee?: (state: S, sees: Visibility) => boolean;
  /** The facts to record of a thing that a request is led to; by default none. As pure as `decide`. */
  readonly rejoin?: (state: S, input: R) => readonly NoInfer<F>[];
  /**
   * Adds the state of other streams to the input; they are only read. Called after the check for a retry, because that
   * state may change between two attempts and is no part of the request. `sees` is what the caller may see.
   */
  readonly lookUp?: (input: R, read: ReadState, sees: Visibility) => Promise<R>;
  readonly decide: (state: S, input: R, now: DecideContext) => readonly NoInfer<F>[];
  /** Positions of earlier events of the stream that are erased in the commit of what is decided; none by default. */
  readonly erases?: (state: S, input: R) => readonly number[];
}

/** Infers the types of a command literal. */
export function command<I, R, S, F extends VaultFact & Fact<string, unknown>>(
  definition: Command<I, R, S, F>,
): Command<I, R, S, F> {
  return definition;
}
