import type { Envelope } from '../log/chain.js';
import type { Appended, EventLog, Head } from '../log/eventLog.js';

// A shared log is the order and the truth for several nodes. Each node keeps a copy of it (`LogCopy`), decides against the
// copy, and appends to the shared log (`replicatedLog`). What every engine promises is in these contracts.

/** Up to where a copy knows a shared log. */
export interface CopyEnd extends Head {
  /** Number of the last answer without an event that it has; 0 for none. */
  readonly answers: number;
}

/** Where a shared log ends. */
export interface SharedEnd extends CopyEnd {
  /** UUID of this log: another one under the same address is another log. */
  readonly instance: string;
  /** Time of the last event, in ms since 1970; 0 without one. */
  readonly at: number;
  /** Saves that were answered with an observation already there. */
  readonly deduplicated: number;
  /** The engine's present, in ms since 1970. */
  readonly now: number;
}

/** An event as nodes exchange it. */
export interface StoredEvent {
  readonly envelope: Envelope;
  /** The chain's hash at its position. */
  readonly hash: Buffer;
  /** Undefined once it is erased. */
  readonly payload: { readonly salt: Buffer; readonly body: string } | undefined;
}

/** An answer to a request with an Idempotency-Key that wrote no event. */
export interface StoredAnswer {
  /** From 1, without gaps, in the order of the log. Those of forgotten streams are missing. */
  readonly number: number;
  /** Position of the last event when it was given: a later one may have erased it. */
  readonly after: number;
  /** SHA-256 in hex. */
  readonly key: string;
  /** Encrypted, see `log/fingerprintCipher.ts`. */
  readonly fingerprint: Buffer;
  readonly stream: string;
  readonly version: number;
}

/** What a shared log has behind the end of a copy, or its beginning. */
export interface Delta {
  /** Where the log ended before `events` were read. */
  readonly end: SharedEnd;
  /** Without a gap from the end of the copy on. All of them when they reach `end`. */
  readonly events: readonly StoredEvent[];
  /** In their order. Read after the events: those that are forgotten up to there are missing. */
  readonly answers: readonly StoredAnswer[];
}

/** The last event that the log had when the answers of a delta were read, as far as the delta tells. */
export function readUpTo({ end, events }: Pick<Delta, 'end' | 'events'>): number {
  return Math.max(end.position, events.at(-1)?.envelope.position ?? 0);
}

/** A batch that is chained to the end of a shared log. */
export interface SharedBatch {
  /** Where the log has to end. */
  readonly before: SharedEnd;
  readonly events: readonly StoredEvent[];
  readonly answers: readonly StoredAnswer[];
  /** Where the log ends after it; `now` is that of `before`. */
  readonly end: SharedEnd;
}

/** The end of a shared log, held by one node: nobody else appends until it is appended to or released. */
export interface HeldEnd {
  /** What the copy lacks, read under the lock. */
  readonly delta: Delta;
  /** More of it. */
  readBehind(end: CopyEnd, limit: number): Promise<Delta>;
  /**
   * Appends a batch, all or nothing, and gives up the lock. Resolves once it is durable. Erases the payloads that its
   * events take back (`erasureOf`), and the answers about their streams. Rejects with `SharedLogInterrupted` when it is not
   * known whether the batch was written, and with `LogRefused` when it was not.
   */
  append(batch: SharedBatch): Promise<void>;
  /**
   * Appends nothing and gives up the lock. Resolves once the engine has proved that this is the end of the log: one that was
   * replaced, and does not know it yet, cannot. Rejects with `SharedLogInterrupted`, and with `LogRefused` as `append` does.
   */
  confirm(): Promise<void>;
  /** Gives up the lock, and appends nothing. Does nothing after `append` and `confirm`. Never rejects. */
  release(): Promise<void>;
}

/** The log that all nodes append to. Every method rejects with `SharedLogInterrupted` when the engine does not answer. */
export interface SharedLog {
  /** What is behind the end of a copy: at most `limit` events, and `limit` answers or all that there are. All of it is durable. */
  readBehind(end: CopyEnd, limit: number): Promise<Delta>;
  /**
   * As `readBehind`, but resolves only once the engine has proved that it is the one that all nodes append to. One that was
   * replaced, and does not know it yet, shows what was there before.
   */
  readConfirmed(end: CopyEnd, limit: number): Promise<Delta>;
  /**
   * Waits for the end of the log, one node at a time, and holds it. Everything that was appended before is in the delta, if
   * that reaches its end. An append that was interrupted has ended by then: it is in the log now or never will be.
   */
  lock(end: CopyEnd, limit: number): Promise<HeldEnd>;
  /** The chain's hash at a position; undefined where the log has no such event. */
  hashAt(position: number): Promise<Buffer | undefined>;
  /** Calls a listener when the log may have grown. Growth that nobody tells is possible: it is to be read as well. */
  onHint(listener: () => void): void;
  close(): Promise<void>;
}

/** The engine of a shared log did not answer, broke off, or undid a transaction: it is to be asked again. */
export class SharedLogInterrupted extends Error {
  override readonly name = 'SharedLogInterrupted';
}

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
