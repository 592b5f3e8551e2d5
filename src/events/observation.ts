import canonical from 'fast-json-stable-stringify';
import type { Anchor } from '../domain/anchor.js';
import { contentHash } from '../domain/hash.js';
import type { ObservationType } from '../domain/observation.js';
import type { Redacted, RedactionCount } from '../privacy/privacyFilter.js';
import { family, SAME } from './family.js';
import { type Fact, secondsOf } from './recorded.js';

/** The origin of a note that was received through the hive. */
export interface Origin {
  /** The vault that sent it, and its id there. */
  readonly instance: string;
  readonly id: string;
  /** The event of that vault: its id, its time in milliseconds since 1970, and its position in that log. */
  readonly event: string;
  readonly at: number;
  readonly position: number;
}

/** What a note is about, without secrets. */
export interface StoredAnchor extends Anchor {
  readonly path?: Redacted | undefined;
  readonly symbol?: Redacted | undefined;
  readonly branch?: Redacted | undefined;
}

/** When what a note says ends, and when somebody should look at it, in seconds since 1970. */
interface Holding {
  readonly valid_until?: number | undefined;
  readonly review_after?: number | undefined;
}

/** A note that waits for somebody to accept it; left out where it counts. */
interface Proposal {
  readonly state?: 'proposed' | undefined;
}

/** A note was saved. */
export interface ObservationSaved extends Holding, Proposal {
  readonly id: string;
  readonly session_id: string | null;
  readonly project?: Redacted | undefined;
  readonly team?: Redacted | undefined;
  readonly country?: Redacted | undefined;
  readonly type: ObservationType;
  readonly title: Redacted;
  readonly content: Redacted;
  readonly tags: readonly Redacted[];
  readonly anchors?: readonly StoredAnchor[] | undefined;
  readonly author?: Redacted | undefined;
  /** Identifies duplicates within a session, see `domain/hash.ts`. */
  readonly content_hash: string;
  /** Seconds since 1970. Set by imports only; otherwise the time of the event counts. */
  readonly created_at?: number | undefined;
  /** When this first text was written, as `created_at`. Set by imports only. */
  readonly at?: number | undefined;
  readonly redactions: readonly RedactionCount[];
  /** Set on notes from another vault. */
  readonly origin?: Origin | undefined;
  /** The id of the note that this one takes the place of. That note stays as it is. */
  readonly supersedes?: string | undefined;
}

/** A note was revised. The event holds all fields that a revision can change, also the unchanged ones. */
interface ObservationRevised extends Holding, Proposal {
  readonly id: string;
  /** Session and project of the note, because guard and hash are derived from the event alone. */
  readonly session_id: string | null;
  readonly project?: Redacted | undefined;
  readonly type: ObservationType;
  readonly title: Redacted;
  readonly content: Redacted;
  readonly tags: readonly Redacted[];
  readonly anchors?: readonly StoredAnchor[] | undefined;
  readonly content_hash: string;
  /** The redactions in the texts that were sent for this revision. */
  readonly redactions: readonly RedactionCount[];
  /** As in `ObservationSaved`, from now on; null where it takes no place any more, and left out where no revision ever said anything. */
  readonly supersedes?: string | null | undefined;
  /** Version of the event that accepted it, of a note that was proposed: its revisions are counted from there. */
  readonly accepted_in?: number | undefined;
  /** When it was revised, in seconds since 1970. Set by imports only; otherwise the time of the event counts. */
  readonly at?: number | undefined;
  /** What the vault of origin said last. Events of older releases have it only where that vault revised the note. */
  readonly origin?: Origin;
}

/** A note was forgotten. Recording this event erases the earlier events of its stream. */
interface ObservationForgotten {
  readonly id: string;
  /** Session of the note: the guard of its content there is removed, too. */
  readonly session_id: string | null;
  /** `wallKey` of its team: who may hear that it is gone. Events of older releases lack it, as do retractions of what never came. */
  readonly wall_key?: string | undefined;
  /** Set when the vault of origin retracted it. */
  readonly origin?: Origin;
}

export type ObservationFact =
  | Fact<'observation.saved', ObservationSaved>
  | Fact<'observation.revised', ObservationRevised>
  | Fact<'observation.forgotten', ObservationForgotten>;

/** A note as it is now. */
export type KeptNote = Omit<ObservationSaved, 'supersedes'> &
  Pick<ObservationRevised, 'supersedes' | 'accepted_in'>;

/** `undefined` before the note is saved. */
export type ObservationState =
  | {
      readonly status: 'kept';
      /** In its newest revision. */
      readonly note: KeptNote;
      /** 1 is the first. */
      readonly revision: number;
      /** Version of the event that saved it, or accepted it where it was proposed, in its stream. */
      readonly saved_version: number;
      /** The actor that saved it (`Meta.actor`). */
      readonly saved_by: string;
      /** Times of the first and the newest revision, in milliseconds since 1970; those of imports are whole seconds. */
      readonly saved_at: number;
      readonly revised_at: number;
    }
  /** `origin` is set when the vault of origin retracted it. */
  | { readonly status: 'forgotten'; readonly origin?: Origin | undefined }
  | undefined;

const TEXTS = {
  title: 'text',
  content: 'text',
  tags: 'text',
  anchors: { path: 'text', symbol: 'text', branch: 'text' },
} as const;

/** What a revision takes away by leaving it out. */
const NOT_SAID = {
  anchors: undefined,
  valid_until: undefined,
  review_after: undefined,
  state: undefined,
} as const;

/** Without a session, duplicates are not detected. What is proposed is no duplicate of what counts. */
export const holds = ({
  session_id,
  content_hash,
  state,
}: Pick<ObservationSaved, 'session_id' | 'content_hash' | 'state'>) =>
  session_id === null
    ? undefined
    : { scope: state === undefined ? session_id : `${session_id}/${state}`, hash: content_hash };

const derive = (data: ObservationSaved | ObservationRevised) => ({
  content_hash: contentHash(data),
});

/** `observation/<ULID>` */
export const observation = family<ObservationState, ObservationFact>('observation', {
  initial: undefined,
  folds: 'ends',
  forgetAs: 'observations',
  events: {
    'observation.saved': {
      upcasts: [SAME, SAME, SAME],
      namesTeam: true,
      texts: { ...TEXTS, project: 'name', team: 'name', country: 'name', author: 'name' },
      derive,
      holds,
      fold(_state, event) {
        const { at: _, ...note } = event.data;
        return {
          status: 'kept',
          note,
          revision: 1,
          saved_version: event.version,
          saved_by: event.meta.actor,
          saved_at: event.at,
          revised_at: secondsOf(event) * 1000,
        };
      },
    },
    'observation.revised': {
      upcasts: [SAME, SAME, SAME],
      texts: { ...TEXTS, project: 'name' },
      derive,
      holds,
      fold(state, event) {
        if (state?.status !== 'kept')
          throw new Error(`${event.stream}: revised before it was saved`);
        const { at: _, ...revised } = event.data;
        const note = { ...state.note, ...NOT_SAID, ...revised };
        // Not all revisions are read.
        const saved_version = event.data.accepted_in ?? state.saved_version;
        const revision = 1 + event.version - saved_version;
        return { ...state, note, saved_version, revision, revised_at: secondsOf(event) * 1000 };
      },
    },
    'observation.forgotten': {
      upcasts: [SAME],
      erases: 'stream',
      holds: () => null,
      fold: (_state, { data }) => ({ status: 'forgotten', origin: data.origin }),
    },
  },
});

/** Types of events that change what a note says: the hive hears of them. */
export type NoteEventType = ObservationFact['type'];

/** As a list, for SQL. */
export const NOTE_EVENTS: readonly string[] = Object.keys(observation.rules);

/** Whether an event changes what the note of its stream says. */
export function changesNote<E extends { readonly type: string }>(
  event: E,
): event is Extract<E, { readonly type: NoteEventType }> {
  return NOTE_EVENTS.includes(event.type);
}

/** What a state of a note says. */
export type NoteText = Pick<
  ObservationRevised,
  'type' | 'title' | 'content' | 'tags' | 'anchors' | 'content_hash' | keyof Holding | 'state'
>;

/** Whether two states of a note say the same; the times at which they were written may differ. */
export function saysSame(one: NoteText, other: NoteText): boolean {
  return (
    one.content_hash === other.content_hash &&
    one.tags.length === other.tags.length &&
    one.tags.every((tag, i) => tag === other.tags[i]) &&
    canonical(one.anchors ?? []) === canonical(other.anchors ?? []) &&
    one.valid_until === other.valid_until &&
    one.review_after === other.review_after &&
    one.state === other.state
  );
}

/** The note that was pinned or is no longer. Its text is nowhere in these events: they outlive a note that is forgotten. */
interface PinnedNote {
  readonly id: string;
}

export type PinFact = Fact<'pin.set', PinnedNote> | Fact<'pin.removed', PinnedNote>;

/** `pin/<ULID of the note>`. The state is whether it is pinned. */
export const pin = family<boolean, PinFact>('pin', {
  initial: false,
  folds: 'last',
  forgetAs: null,
  events: {
    'pin.set': { fold: () => true },
    'pin.removed': { fold: () => false },
  },
});
