import type { Refusals } from '../load/refusals.js';

/** What is measured of each program. */
export const PEER_FIGURES = [
  'saves',
  'CPU of a save',
  'written for a save',
  'saves of a commit',
  'searches',
  'CPU of a search',
  'searches that find something',
  'searches that are refused',
  'on disk, 500-byte notes',
  'on disk, real notes',
  'real notes kept',
  'memory after saves',
  'memory after searches',
] as const;

export type PeerWhat = (typeof PEER_FIGURES)[number];

/**
 * A figure of a program. Rates are per second, CPU in milliseconds, what is written in KB, on disk in bytes for each
 * note, memory in MB, the other searches a part of all.
 */
export interface PeerFigure {
  readonly peer: string;
  readonly what: PeerWhat;
  readonly connections?: number;
  /** One for each round. The programs take turns within a round. */
  readonly values: readonly number[];
}

/** What a program did not do in one of the measurements. */
export interface PeerRefusals {
  readonly peer: string;
  /** Such as `saves` or `searches`. */
  readonly during: string;
  readonly connections?: number;
  readonly refusals: Refusals;
}

export interface Measurements {
  readonly figures: readonly PeerFigure[];
  readonly refusals: readonly PeerRefusals[];
}
