import type { PrivacyFilter } from '../domain/privacy/privacyFilter.js';
import type { Fact, Stream } from '../events/recorded.js';
import type { VaultFact } from '../events/vaultEvent.js';

/** The present, as the log sees it. */
export interface DecideContext {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** A fresh ULID, for whatever the command brings into being. */
  readonly id: string;
}

/** Gives the state of a stream as it stands when a command is decided. */
export type ReadState = <S, F extends VaultFact & Fact<string, unknown>>(
  stream: Stream<S, F>,
  key: string,
) => Promise<S>;

/** Makes an observation the same as another of its session. */
export interface DedupKey {
  readonly session_id: string;
  readonly content_hash: string;
}

/**
 * A wish. `redact` takes out what must not be kept, before anything else happens; `decide` is pure:
 * the facts it yields mean yes, none mean that it is already so, a thrown `Rejection` means no.
 */
export interface Command<I, R, S, F extends VaultFact> {
  readonly name: string;
  readonly redact: (input: I, filter: PrivacyFilter) => Promise<R>;
  /** What tells a retried request from another one; by default the whole input. */
  readonly identity?: (input: R) => unknown;
  readonly stream: Stream<S, F>;
  readonly streamKey: (input: R, now: DecideContext) => string;
  /** When given and already in the log, the command is answered with what is there. */
  readonly dedupKey?: (input: R) => DedupKey | undefined;
  /**
   * Adds to the input what other streams say, which are read and not written. Comes after a retry was
   * recognised: what may change meanwhile is no part of the request.
   */
  readonly lookUp?: (input: R, read: ReadState) => Promise<R>;
  readonly decide: (state: S, input: R, now: DecideContext) => readonly NoInfer<F>[];
}

/** Gives a command literal its types. */
export function command<I, R, S, F extends VaultFact & Fact<string, unknown>>(
  definition: Command<I, R, S, F>,
): Command<I, R, S, F> {
  return definition;
}
