import type { ObservationType } from '../domain/observation.js';
import type { RedactionCount } from '../domain/privacy/privacyFilter.js';
import type { Redacted } from '../domain/privacy/redacted.js';
import { unreachable } from '../domain/unreachable.js';
import type { Fact, Stream } from './recorded.js';

/** Where a note that came by the hive comes from. */
export interface Origin {
  /** The vault that sent it, and its id there. */
  readonly instance: string;
  readonly id: string;
  /** The event of that vault that says so, when it was recorded (ms since 1970), and its place in that log. */
  readonly event: string;
  readonly at: number;
  readonly position: number;
}

/** A note was kept. */
export interface ObservationSaved {
  readonly id: string;
  readonly session_id: string | null;
  readonly project?: string | undefined;
  readonly team?: string | undefined;
  readonly country?: string | undefined;
  readonly type: ObservationType;
  readonly title: Redacted;
  readonly content: Redacted;
  readonly tags: readonly Redacted[];
  readonly author?: string | undefined;
  /** Identity within a session, see `domain/contentHash.ts`. */
  readonly content_hash: string;
  /** Seconds since 1970. Only an import brings its own; otherwise the event's time counts. */
  readonly created_at?: number | undefined;
  /** What the privacy filter took out. */
  readonly redactions: readonly RedactionCount[];
  /** Set on what was received from another vault. */
  readonly origin?: Origin | undefined;
}

/** A note was put in other words. It holds all that a revision can change, also what it left alone. */
export interface ObservationRevised {
  readonly id: string;
  /** Those of the note: guard and hash are derived from the event alone. */
  readonly session_id: string | null;
  readonly project?: string | undefined;
  readonly type: ObservationType;
  readonly title: Redacted;
  readonly content: Redacted;
  readonly tags: readonly Redacted[];
  readonly content_hash: string;
  /** What the privacy filter took out of what was sent for this revision. */
  readonly redactions: readonly RedactionCount[];
  /** Set when the vault that the note comes from revised it. */
  readonly origin?: Origin;
}

/** A note was forgotten: recording this erases what its stream held before. */
export interface ObservationForgotten {
  readonly id: string;
  /** That of the note, whose guard goes with it. */
  readonly session_id: string | null;
  /** Set when the vault that the note comes from took it back. */
  readonly origin?: Origin;
}

export type ObservationFact =
  | Fact<'observation.saved', ObservationSaved>
  | Fact<'observation.revised', ObservationRevised>
  | Fact<'observation.forgotten', ObservationForgotten>;

/**
 * Whether a fact changes what a note says, so that the hive has to hear of it and the guard against duplicates has to
 * follow. A new type of the family has to be put on one side or the other.
 */
const CHANGES_NOTE = {
  'observation.saved': true,
  'observation.revised': true,
  'observation.forgotten': true,
} as const satisfies Record<ObservationFact['type'], boolean>;

/** Types of events that change what a note says. */
export type NoteEventType = {
  [T in ObservationFact['type']]: (typeof CHANGES_NOTE)[T] extends true ? T : never;
}[ObservationFact['type']];

/** As a list, for SQL. */
export const NOTE_EVENTS: readonly string[] = Object.entries(CHANGES_NOTE).flatMap(
  ([type, changes]) => (changes ? [type] : []),
);

/** Whether an event changes what the note of its stream says. */
export function changesNote<E extends { readonly type: string }>(
  event: E,
): event is Extract<E, { readonly type: NoteEventType }> {
  return NOTE_EVENTS.includes(event.type);
}

/** `undefined` until it is saved. */
export type ObservationState =
  | {
      readonly status: 'kept';
      /** As its newest revision says. */
      readonly note: ObservationSaved;
      /** 1 is the first. */
      readonly revision: number;
      /** Who saved it, as events name those who act. */
      readonly saved_by: string;
      /** When it was saved and last revised, in milliseconds since 1970. */
      readonly saved_at: number;
      readonly revised_at: number;
    }
  /** With the origin of the forgetting, unless it was decided here. */
  | { readonly status: 'forgotten'; readonly origin?: Origin | undefined }
  | undefined;

/** `observation/<ULID>` */
export const observation: Stream<ObservationState, ObservationFact> = {
  name: 'observation',
  initial: undefined,
  folds: 'all',
  evolve(state, event) {
    switch (event.type) {
      case 'observation.saved':
        return {
          status: 'kept',
          note: event.data,
          revision: 1,
          saved_by: event.meta.actor,
          saved_at: event.at,
          revised_at: event.at,
        };
      case 'observation.revised': {
        if (state?.status !== 'kept')
          throw new Error(`${event.stream}: revised before it was saved`);
        const note = { ...state.note, ...event.data };
        return { ...state, note, revision: state.revision + 1, revised_at: event.at };
      }
      case 'observation.forgotten':
        return { status: 'forgotten', origin: event.data.origin };
      default:
        return unreachable(event);
    }
  },
};
