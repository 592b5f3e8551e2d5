import type { Stream } from '../events/family.js';
import type { DedupKey, Meta } from '../events/recorded.js';
import type { Erasure, LoggedEvent, VaultEvent, VaultFact } from '../events/vaultEvent.js';
import type { Envelope } from './chain.js';
import type { LogRefused } from './logFailures.js';

/** A stream that holds what a key says. */
export interface Holder {
  readonly stream: string;
  readonly position: number;
}

/** Where the log ends. Position 0 and 32 zero bytes when it is empty. */
export interface Head {
  readonly position: number;
  readonly hash: Buffer;
}

/** The end of the log that a batch is decided at. */
export interface LogEnd {
  /** Position of the last event; 0 when there is none. */
  readonly position: number;
  /** The engine's present, in milliseconds since 1970, which the batch's events get: never before the last event. */
  readonly at: number;
}

/** An event about to be appended. */
export type NewEvent = VaultFact & {
  readonly id: string;
  readonly stream: string;
  readonly version: number;
  readonly at: number;
  readonly meta: Meta;
  /** The retried request that wrote it; kept with the payload and erased with it. */
  readonly request?: RequestFingerprint | undefined;
  /** The `Idempotency-Key`s, as `RequestFingerprint.key`, of the requests whose outcome it erases. They are spent: none of them stores it again. */
  readonly spent?: readonly string[] | undefined;
};

/** Tells a repeated request from a new one. Both are SHA-256 in hex. */
export interface RequestFingerprint {
  readonly key: string;
  readonly fingerprint: string;
}

/** What a request with an Idempotency-Key was answered with the first time. */
export interface IdempotencyRecord extends RequestFingerprint {
  readonly stream: string;
  readonly version: number;
  /** The event it wrote; null when nothing had to change. */
  readonly position: number | null;
}

/** What is known of an `Idempotency-Key`; `spent` when what its request was answered with is erased. */
export type KnownKey = IdempotencyRecord | 'spent';

/** All or nothing. */
export interface Batch {
  readonly events: readonly NewEvent[];
  /** Answers to remember that wrote no event. Those that did are remembered from their event. */
  readonly answers: readonly IdempotencyRecord[];
  /** Saves in this batch that were answered with an observation already there. */
  readonly deduplicated: number;
}

/** True of a batch that leaves the log as it is. */
export function isEmpty({ events, answers, deduplicated }: Batch): boolean {
  return events.length + answers.length + deduplicated === 0;
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

/** An event as an auditor sees it: its envelope, and what it said in the shape that `schema` numbers. */
export interface LogEntry extends Omit<Envelope, 'commitment'> {
  /** Null once it is erased. */
  readonly data: unknown;
  /** The event that says it in other words, which `data` then are. */
  readonly redacted_by: number | null;
  readonly hash: Buffer;
}

/** Which entries are wanted: of one stream, of some types, of both, or all. */
export interface EntryFilter {
  readonly stream?: string | undefined;
  readonly types?: readonly string[] | undefined;
}

/** Entries, and the last position that was looked at: up to there is no other match. */
export interface Entries {
  readonly entries: readonly LogEntry[];
  readonly upTo: number;
}

/** Events of a stream. */
export interface WhichEvents {
  /** The last one that is read. */
  readonly version?: number;
  /** `last`: only that one; `ends`: also the first one behind the newest that erased those before it. All by default. */
  readonly only?: Stream<unknown, never>['folds'];
}

/**
 * The append-only log, as small as another engine needs to stand behind it. Promises, because that
 * engine may be on the other end of a socket.
 */
export interface EventLog {
  head(): Promise<Head>;
  totals(): Promise<LogTotals>;
  /** The present as the log sees it, in milliseconds since 1970: never before the last event that this handle knows of. */
  now(): number;
  /**
   * Asks `decide` alone with the end of the log, and appends there what it gives: nothing else comes between. Decisions
   * are asked for in the order of these calls, and one is asked again when the log has grown elsewhere before anything
   * was written. `decide` must not append by itself.
   *
   * Resolves once the batch is durable, or, when it is empty, once the end that it was decided at is confirmed: no
   * decision and no refusal is to be answered before. Rejects with what `decide` threw, with `LogRefused`
   * when the batch could not be written now (say, a full disk). It is not known whether the batch was written when it rejects
   * with `LogUncertain`, and with `LogBroken`, when the engine can no longer be trusted.
   */
  appendNext(decide: (end: LogEnd) => Promise<Batch>): Promise<Appended>;
  /**
   * True once the log has event `position`, also from another process; false when that takes over `ms` milliseconds, or
   * when `signal` ends the waiting. With `ms` 0 it only looks, also where this handle does not know yet.
   */
  reach(position: number, ms: number, signal?: AbortSignal): Promise<boolean>;
  /**
   * Calls a listener with all new events, also those from another process: in the order of the log, each event once,
   * and before `appendNext` resolves. Listeners are called in the order in which they came; they must not throw.
   */
  onGrown(listener: (grown: Appended) => void): void;
  /** The version of the last event of a stream, whether it is erased or not; 0 for a stream without events. */
  versionOf(stream: string): Promise<number>;
  /** The kept events of a stream up to `version`, oldest first: all, or only some of them. */
  readStream(stream: string, which?: WhichEvents): Promise<readonly VaultEvent[]>;
  /**
   * At most `limit` events after a position, in order, with marks for those erased; fewer, but at least one, where
   * they are large. None at the end only.
   */
  readAfter(position: number, limit: number): Promise<readonly LoggedEvent[]>;
  /** At most `limit` entries after a position, in order. */
  readEntries(position: number, limit: number, only: EntryFilter): Promise<Entries>;
  /** At most `limit` entries before a position, the newest first; `upTo` is at most 1 when none is left. */
  readEntriesBefore(position: number, limit: number, only: EntryFilter): Promise<Entries>;
  /** How many events have lost their payload; what is redacted counts as well. */
  erased(): Promise<number>;
  /** The leaves of at most `limit` events after a position, in order: what proofs are made of. */
  readLeaves(position: number, limit: number): Promise<readonly Buffer[]>;
  /** What those leaves are the hashes of: the canonical envelopes. */
  readLeafData(position: number, limit: number): Promise<readonly string[]>;
  /** The public part of the event with that id, or of the first in the stream with that name. */
  envelopeOf(name: string): Promise<Envelope | undefined>;
  /** The chain's hash at a position, or undefined where the log has no such event. */
  hashAt(position: number): Promise<Buffer | undefined>;
  /** The streams that hold what a key says, the first of them first. Each is read when it is asked for. */
  findDuplicates(key: DedupKey): AsyncIterable<Holder>;
  /** What is known of an `Idempotency-Key`, by its SHA-256 in hex; undefined when no request came with it. */
  idempotencyRecord(key: string): Promise<KnownKey | undefined>;
  /** The `Idempotency-Key`s that an erasure spends, in the same form, in no order. */
  keysSpentBy(erasure: Erasure): Promise<readonly string[]>;
  /**
   * Makes what was erased so far unreadable in the files themselves, which keep copies for a while.
   * False when a reader or a full disk prevents it: then try again later. Rejects
   * with `LogBroken` as `appendNext` does.
   */
  wipe(): Promise<boolean>;
  /** Why nothing can be written now, as far as that can be told without writing; undefined when nothing is known. */
  refusal(): Promise<LogRefused | undefined>;
  close(): Promise<void>;
}

/** What read models follow the log by. */
export type LogReads = Pick<EventLog, 'head' | 'readAfter' | 'hashAt'>;

/** Reads along the log and along a stream. */
export type StreamReads = LogReads & Pick<EventLog, 'readStream' | 'versionOf'>;
