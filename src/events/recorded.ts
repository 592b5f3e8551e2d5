import { sha256Hex } from '../domain/sha256.js';

/** Who caused an event and by which request. Kept for ever, so nothing sensitive goes in here. */
export interface Meta {
  readonly actor: string;
  readonly request_id?: string;
}

/** An event as it stands in the log. */
export interface Recorded<T extends string, D> {
  /** Place in the log, gapless from 1. */
  readonly position: number;
  readonly id: string;
  readonly stream: string;
  /** Place in the stream, gapless from 1. */
  readonly version: number;
  readonly type: T;
  /** Milliseconds since 1970, never decreasing along the log. */
  readonly at: number;
  readonly meta: Meta;
  readonly data: D;
}

/** An event whose payload was erased: that it happened stays known, what it said does not. */
export interface Erased extends Omit<Recorded<'erased', null>, 'data'> {
  /** Type of the event. */
  readonly erasedType: string;
}

/** A fact as a decision yields it: not yet in the log. */
export interface Fact<T extends string, D> {
  readonly type: T;
  readonly data: D;
}

/** The recorded form of a fact, case by case. */
export type RecordedFact<F> = F extends Fact<infer T, infer D> ? Recorded<T, D> : never;

/** A family of streams whose events fold to a state. */
export interface Stream<S, F extends Fact<string, unknown>> {
  /** First part of a stream's name: `name/key`. */
  readonly name: string;
  readonly initial: S;
  /** Whether the last event alone tells the state, so that no history has to be read. */
  readonly folds: 'all' | 'last';
  readonly evolve: (state: S, event: RecordedFact<F>) => S;
}

/**
 * The key of a stream that belongs to a name: 32 hex characters of its SHA-256. Stream names are kept
 * for ever, and what a project or prompt is called may have to be forgotten.
 */
export function streamKey(name: string): string {
  return sha256Hex(name).slice(0, 32);
}
