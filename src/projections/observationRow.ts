import type { ObservationType } from '../domain/observation.js';

/** A row of `observations`. */
export interface ObservationRow {
  /** Position of the event that saved it. */
  readonly position: number;
  readonly id: string;
  readonly session_id: string | null;
  readonly project: string | null;
  readonly team: string | null;
  readonly country: string | null;
  readonly type: ObservationType;
  readonly title: string;
  readonly content: string;
  /** JSON array of strings. */
  readonly tags: string;
  readonly author: string | null;
  /** Seconds since 1970. */
  readonly created_at: number;
}
