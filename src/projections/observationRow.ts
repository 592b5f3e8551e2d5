import type { ObservationType } from '../domain/observation.js';
import type { RedactionCount } from '../domain/privacy/privacyFilter.js';

/** A row of `observations`: one revision of one note. */
export interface ObservationRow {
  /** Position of the event that wrote this revision. */
  readonly position: number;
  /** Position of the event that saved the note, and of the one that replaced this revision (null: it is current). */
  readonly first: number;
  readonly until: number | null;
  readonly id: string;
  /** 1 is the first. */
  readonly revision: number;
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
  /** Times of the note and of this revision, in seconds since 1970. */
  readonly created_at: number;
  readonly recorded_at: number;
  /** JSON array of `RedactionCount`. */
  readonly redactions: string;
  /** JSON of the vault that sent the note and its id there; null for a note of this vault. */
  readonly origin: string | null;
}

/** The tags of a row. Unchecked JSON: only the projection writes the column. */
export function tagsOf(row: Pick<ObservationRow, 'tags'>): readonly string[] {
  return JSON.parse(row.tags);
}

/** The redactions in the text of a row, by kind. */
export function redactionsOf(row: Pick<ObservationRow, 'redactions'>): readonly RedactionCount[] {
  return JSON.parse(row.redactions);
}
