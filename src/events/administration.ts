import { membersOf } from '../domain/json.js';
import type { ObservationType } from '../domain/observation.js';
import type { Redacted } from '../privacy/privacyFilter.js';
import { type Forgettable, lastEvent, SAME } from './family.js';
import type { Fact } from './recorded.js';

/** What the owner or an admin does that has no event type of its own; `answer` records what such an act answered. */
export type AdminActName =
  | 'export'
  | 'verify'
  | 'backup'
  | 'rebuild'
  | 'rotate-key'
  | 'answer'
  | 'import'
  | 'undo-import'
  | 'add-webhook'
  | 'remove-webhook'
  | 'rotate-webhook';

/** An administrative act that has no event type of its own. `meta.actor` says who did it. */
export interface AdminActed {
  readonly act: AdminActName;
  /** The parameters of the request, by name. */
  readonly detail: Readonly<Record<string, Redacted>>;
}

type AdminFact = Fact<'admin.acted', AdminActed>;

/** `admin/acts`, and `admin/<run>` with what was done about a run of an import, fold to their last event. */
export const adminActs = lastEvent<AdminFact>('admin', 'acts', {
  'admin.acted': { texts: { detail: 'name' } },
});

/** Selects the observations of a purge. At least one filter is set. */
export interface PurgeFilters {
  readonly project?: Redacted | undefined;
  readonly team?: Redacted | undefined;
  readonly type?: ObservationType | undefined;
  /** Only observations created before this time, in seconds since 1970. */
  readonly before?: number | undefined;
}

/** The owner purged observations. Each of them also has an event of its own. */
export interface VaultPurged {
  readonly filters: PurgeFilters;
  readonly matched: number;
}

type PurgeFact = Fact<'vault.purged', VaultPurged>;

/** `purge/all` folds to its last event. */
export const purge = lastEvent<PurgeFact>('purge', 'purges', {
  'vault.purged': { texts: { filters: { project: 'name', team: 'name' } } },
});

/** First and last position of events in a row. */
export type PositionRange = readonly [from: number, to: number];

/**
 * The owner had everything of a project, or everything about a person, forgotten: it never says of which. Or somebody had
 * notes forgotten together, which it names by their ids. It is the receipt, which stays. What it lists is erased by events
 * of its own.
 */
export interface VaultForgotten {
  /** ULID of the receipt. */
  readonly id: string;
  readonly of: 'project' | 'person' | 'notes';
  /** Of `notes` only. */
  readonly ids?: readonly string[] | undefined;
  readonly matched: Readonly<Record<Forgettable, number>>;
  /** The events whose payloads go, in order. */
  readonly positions: readonly PositionRange[];
  /** Texts of others that name the person: they stay. 0 of a project. */
  readonly mentions: number;
}

type ForgettingFact = Fact<'vault.forgotten', VaultForgotten>;

/** Before there was a record of what was told, none of it was forgotten. */
const withoutTold = (data: unknown) => {
  const { matched, ...receipt } = membersOf(data);
  return { ...receipt, matched: { ...membersOf(matched), told: 0 } };
};

/** `forgetting/<ULID of the receipt>` */
export const forgetting = lastEvent<ForgettingFact>('forgetting', null, {
  'vault.forgotten': { upcasts: [withoutTold, SAME] },
});

/**
 * The data of an event was redacted again, because a newer privacy filter knows more secrets. Recording this erases the
 * payload of that event, and readers get `data` in its place.
 */
export interface EventRedacted {
  /** The event that is redacted. */
  readonly position: number;
  readonly type: string;
  readonly schema: number;
  /** Its data without the secrets, in the shape of its type and schema. */
  readonly data: unknown;
}

type RedactionFact = Fact<'event.redacted', EventRedacted>;

/** `redaction/<position>` folds to its last event: an event may be redacted again by a later filter. */
export const redaction = lastEvent<RedactionFact>('redaction', null, {
  'event.redacted': { upcasts: [SAME], erases: 'event' },
});

/**
 * One event of a stream that goes on was forgotten: the events before and after it keep their payloads. Recording this
 * erases the payload of that event, and what had redacted it.
 */
interface EventForgotten {
  /** The event that is forgotten. */
  readonly position: number;
}

type ErasureFact = Fact<'event.forgotten', EventForgotten>;

/** `erasure/<position>`: so the envelope alone says which event it erased. */
export const erasure = lastEvent<ErasureFact>('erasure', null, {
  'event.forgotten': { upcasts: [SAME], erases: 'event' },
});
