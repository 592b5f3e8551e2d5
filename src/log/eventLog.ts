import type { Meta } from '../events/recorded.js';
import type { VaultEvent, VaultFact } from '../events/vaultEvent.js';

/** Where the log ends. Position 0 and 32 zero bytes when it is empty. */
export interface Head {
  readonly position: number;
  readonly hash: Buffer;
}

/** An event about to be appended. */
export type Pending = VaultFact & {
  readonly id: string;
  readonly stream: string;
  readonly version: number;
  readonly at: number;
  readonly meta: Meta;
  /** The retried request that wrote it; kept with the payload and erased with it. */
  readonly request?: RequestMark | undefined;
};

/** Tells a repeated request from a new one. Both are SHA-256 in hex. */
export interface RequestMark {
  readonly key: string;
  readonly fingerprint: string;
}

/** What a request with an Idempotency-Key was answered with the first time. */
export interface FirstAnswer extends RequestMark {
  readonly stream: string;
  readonly version: number;
  /** The event it wrote; null when it found its wish already met. */
  readonly position: number | null;
}

/** The observation that already holds some content in a session. */
export interface Duplicate {
  readonly stream: string;
  readonly position: number;
}

/** All or nothing. */
export interface Batch {
  readonly events: readonly Pending[];
  /** Answers to remember that wrote no event. Those that did are remembered from their event. */
  readonly answers: readonly FirstAnswer[];
  /** Saves in this batch that were answered with an observation already there. */
  readonly deduplicated: number;
}

/** A batch as it was recorded, and where the log ends after it. */
export interface Appended {
  readonly events: readonly VaultEvent[];
  readonly head: Head;
}

/** What is known of the log without reading it. */
export interface LogTotals {
  readonly events: number;
  readonly deduplicated: number;
}

/**
 * The append-only log, as small as another engine needs to stand behind it. Promises, because that
 * engine may be on the other end of a socket.
 */
export interface EventLog {
  head(): Promise<Head>;
  totals(): Promise<LogTotals>;
  /**
   * Appends a batch durably: when it resolves, the events are on disk. Rejects with
   * `Rejection('conflict')` when the log does not end at `expected`, with `Rejection('not_ready')`
   * when the disk is full, and with `LogBroken` when the engine can no longer be trusted.
   */
  append(batch: Batch, expected: number): Promise<Appended>;
  /** The events of a stream up to `version`, oldest first: all of them, or only the last. */
  readStream(
    stream: string,
    which?: { readonly version?: number; readonly last?: boolean },
  ): Promise<readonly VaultEvent[]>;
  /** At most `limit` events after a position, in order. */
  readAfter(position: number, limit: number): Promise<readonly VaultEvent[]>;
  /** The chain's hash at a position, or undefined where the log has no such event. */
  hashAt(position: number): Promise<Buffer | undefined>;
  duplicateOf(sessionId: string, contentHash: string): Promise<Duplicate | undefined>;
  firstAnswer(key: string): Promise<FirstAnswer | undefined>;
  close(): Promise<void>;
}

/** The engine failed in a way that makes every later success doubtful: stop the process. */
export class LogBroken extends Error {
  constructor(cause: unknown) {
    super('the log can no longer be written safely', { cause });
    this.name = 'LogBroken';
  }
}
