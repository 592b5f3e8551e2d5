import canonical from 'fast-json-stable-stringify';
import { z } from 'zod';
import type { Anchor } from '../domain/anchor.js';
import { Anchors, StoredAnchors } from '../domain/anchorSchemas.js';
import { maySeeThing } from '../domain/caller.js';
import {
  atLeastOne,
  Ignored,
  Name,
  NewName,
  normalisedText,
  optional,
  StoredName,
  Time,
} from '../domain/fields.js';
import { contentHash } from '../domain/hash.js';
import { Ulid, UlidOrEnd } from '../domain/ids.js';
import { type Observation, ObservationType, Tags } from '../domain/observation.js';
import { NOTE_STATES } from '../domain/observationTypes.js';
import { Rejection } from '../domain/rejection.js';
import { toSeconds } from '../domain/time.js';
import {
  holds,
  type KeptNote,
  type NoteText,
  type ObservationSaved,
  type ObservationState,
  observation,
  pin,
  saysSame,
} from '../events/observation.js';
import { wallKey } from '../events/recorded.js';
import { assertAccepted, assertMayChangeCounting } from './accepting.js';
import { assertMayChange, type Change, noObservation } from './assertMayChange.js';
import { command } from './command.js';
import { redactNote } from './redactTexts.js';
import {
  assertMaySupersede,
  type Superseding,
  supersededBy,
  withChain,
  withSuperseded,
} from './superseding.js';

const GIVEN = {
  title: normalisedText(1, 100),
  content: normalisedText(1, 524_288),
  type: ObservationType,
  tags: optional(Tags),
  anchors: optional(Anchors).meta({
    description: 'The files, commits and branches that it is about; at most 20.',
  }),
  valid_until: optional(Time).meta({
    description: 'Until when it holds: afterwards it comes after what holds.',
  }),
  review_after: optional(Time).meta({ description: 'When somebody should look at it.' }),
  project: optional(NewName),
  team: optional(NewName),
  country: optional(Name),
  author: optional(Name),
  session_id: optional(Ulid),
  supersedes: optional(UlidOrEnd).meta({
    description: 'The observation that this one takes the place of.',
  }),
  state: optional(z.enum(NOTE_STATES)).meta({
    description:
      '`proposed`: it waits in the inbox, and no agent gets it until somebody accepts it. Default `accepted`.',
  }),
  dry_run: optional(z.boolean()).meta({
    description: 'Check and filter it without storing it. Default false.',
  }),
  force: optional(z.boolean()).meta({
    description: 'Store it even if the session already holds it. Default false.',
  }),
};

/** What only the vault says of a note: one that was read or exported can be sent as it is. */
const SAID_BY_VAULT = {
  id: Ignored,
  created_at: Ignored,
  updated_at: Ignored,
  content_bytes: Ignored,
  saved_by: Ignored,
  revision: Ignored,
  origin: Ignored,
  superseded_by: Ignored,
  pinned: Ignored,
  verdicts: Ignored,
  often_wrong: Ignored,
  validity: Ignored,
  suspect: Ignored,
} satisfies Record<Exclude<keyof Observation, keyof typeof GIVEN>, typeof Ignored>;

/** The request to save a note. */
export const SaveObservation = z
  .strictObject({ ...GIVEN, ...SAID_BY_VAULT })
  .meta({ id: 'SaveObservation' });
export type SaveObservation = z.output<typeof SaveObservation>;

/**
 * Like `SaveObservation`, with the id and time of an exported note. The limits are four times as high: redaction and
 * normalisation can make a text longer than a caller may send, and every stored note must be importable.
 */
export const ImportObservation = SaveObservation.extend({
  title: normalisedText(1, 4 * 100),
  content: normalisedText(1, 4 * 524_288),
  anchors: optional(StoredAnchors),
  project: optional(StoredName),
  team: optional(StoredName),
  country: optional(StoredName),
  author: optional(StoredName),
  supersedes: optional(UlidOrEnd),
  dry_run: optional(z.boolean()),
  force: optional(z.boolean()),
  id: optional(Ulid),
  created_at: optional(Time),
}).meta({
  id: 'ImportObservation',
  description: 'A `SaveObservation` with id, time and longer texts.',
});
export type ImportObservation = Omit<
  SaveObservation,
  keyof typeof SAID_BY_VAULT | 'anchors' | 'supersedes' | 'valid_until' | 'review_after' | 'state'
> & {
  readonly anchors?: readonly Anchor[] | undefined;
  readonly id?: string | undefined;
  /** A whole id. */
  readonly supersedes?: string | undefined;
  /** Milliseconds since 1970. */
  readonly created_at?: number | undefined;
  readonly valid_until?: number | undefined;
  readonly review_after?: number | undefined;
  readonly state?: SaveObservation['state'];
};

/** The note in the form in which it is stored. `id` is undefined when the vault has to choose it. */
interface RedactedSave extends Omit<ObservationSaved, 'id'>, Omit<Superseding, 'supersedes'> {
  readonly id: string | undefined;
  readonly force: boolean;
  /** Only part of the fingerprint: a dry run and the real request must not share an `Idempotency-Key`. */
  readonly dry_run: boolean;
}

/**
 * Saves a note. The same content in the same session is stored once, unless forced. Without a session, duplicates are not
 * detected. An unknown or ended session is accepted: a note must not be lost because of a wrong session.
 */
export const saveObservation = command({
  name: 'saveObservation',
  async redact(input: ImportObservation, filter): Promise<RedactedSave> {
    const { id, type, title, content, tags = [], project, team, country, author } = input;
    const { session_id = null, created_at, supersedes, force = false, dry_run = false } = input;
    const { valid_until, review_after, state } = input;
    const names = { project, team, country, author };
    const texts = await redactNote({ title, content, tags, ...names }, input.anchors, filter);
    return {
      id,
      type,
      ...texts,
      session_id,
      content_hash: contentHash({ type, ...texts }),
      created_at: created_at === undefined ? undefined : toSeconds(created_at),
      valid_until: valid_until === undefined ? undefined : toSeconds(valid_until),
      review_after: review_after === undefined ? undefined : toSeconds(review_after),
      supersedes,
      state: state === 'proposed' ? state : undefined,
      force,
      dry_run,
    };
  },
  stream: observation,
  streamKey: (input, now) => input.id ?? now.id,
  // An imported note is identified by its id alone, so that forced duplicates of an export stay separate notes.
  dedupKey: ({ force, ...note }) => (force || note.id !== undefined ? undefined : holds(note)),
  maySee: (state, sees) => state?.status === 'kept' && maySeeThing(sees, state.note),
  lookUp: withSuperseded,
  decide(state, { force: _force, dry_run: _dryRun, ...given }, now) {
    const { supersededIsThere, leadsBack: _, ...input } = given;
    if (state?.status === 'forgotten') throw wasForgotten(input.id);
    if (state) return alreadyThere(state.note, input);
    assertMaySupersede({ ...input, supersededIsThere });
    return [{ type: 'observation.saved', data: { ...input, id: input.id ?? now.id } }];
  },
});

/** For an import whose id exists: an equal note is no change, another note is a conflict. */
function alreadyThere(state: KeptNote, input: Omit<ObservationSaved, 'id'>): readonly [] {
  if (canonical(identity(state)) === canonical(identity(input))) return [];
  throw new Rejection('conflict', `id: another observation already has the id ${state.id}`);
}

/** The id of a forgotten note cannot be used again: references to it must not lead to another note. */
function wasForgotten(id: string | undefined): Rejection {
  return new Rejection(
    'conflict',
    `id: the observation ${id} was forgotten: leave the id out to save it as a new one`,
  );
}

/** The fields that a caller chose, without the time of saving. */
function identity(note: Omit<KeptNote, 'id'>) {
  const { content_hash, session_id, team, country, tags, anchors, author } = note;
  const { valid_until, review_after } = note;
  const times = { valid_until, review_after };
  return { content_hash, session_id, team, country, tags, anchors, author, ...times };
}

/** Taken away by null, as in a JSON Merge Patch (RFC 7396). */
const RevisedTime = Time.nullish().meta({ description: 'null takes it away.' });

/** The request to revise a note. Missing fields stay unchanged. */
export const ReviseObservation = atLeastOne(
  z.strictObject({
    title: optional(normalisedText(1, 100)),
    content: optional(normalisedText(1, 524_288)),
    type: optional(ObservationType),
    tags: optional(Tags),
    anchors: optional(Anchors).meta({ description: 'All that it has from now on.' }),
    valid_until: RevisedTime,
    review_after: RevisedTime,
    supersedes: UlidOrEnd.nullish().meta({
      description: 'The observation that this one takes the place of; null for none any more.',
    }),
  }),
  ['title', 'content', 'type', 'tags', 'anchors', 'valid_until', 'review_after', 'supersedes'],
  ['valid_until', 'review_after', 'supersedes'],
).meta({ id: 'ReviseObservation' });
export type ReviseObservation = Omit<z.output<typeof ReviseObservation>, 'anchors' | 'supersedes'> &
  Pick<ImportObservation, 'anchors'> &
  Pick<Superseding, 'supersedes'>;

interface RedactedRevision
  extends Change,
    Superseding,
    Partial<Omit<NoteText, 'content_hash' | keyof RevisedTimes>>,
    RevisedTimes {
  readonly redactions: ObservationSaved['redactions'];
}

/** In seconds since 1970; null takes it away. */
interface RevisedTimes {
  readonly valid_until?: number | null | undefined;
  readonly review_after?: number | null | undefined;
}

const timeAfter = (change: number | null | undefined, before: number | undefined) =>
  change === undefined ? before : (change ?? undefined);

/** Revises a note. A revision that changes nothing is not recorded. */
export const reviseObservation = command({
  name: 'reviseObservation',
  async redact({ title, content, tags, ...input }: ReviseObservation & Change, filter) {
    const texts = await redactNote({ title, content, tags }, input.anchors, filter);
    const { anchors, valid_until, review_after, ...rest } = input;
    const revised: RedactedRevision = {
      ...rest,
      ...texts,
      anchors: anchors && (texts.anchors ?? []),
      valid_until: valid_until && toSeconds(valid_until),
      review_after: review_after && toSeconds(review_after),
    };
    return revised;
  },
  stream: observation,
  streamKey: (input) => input.id,
  lookUp: withChain,
  decide(state, { id, author, redactions, ...change }, { sees }) {
    if (state?.status !== 'kept') throw noObservation(id);
    assertMayChange(state, author, sees);
    assertMayChangeCounting(state.note, author);
    const { session_id, project, origin, accepted_in, ...note } = state.note;
    const supersedes = supersededBy(note, { id, ...change });
    const said = {
      state: note.state,
      type: change.type ?? note.type,
      title: change.title ?? note.title,
      content: change.content ?? note.content,
      tags: change.tags ?? note.tags,
      anchors: change.anchors?.length === 0 ? undefined : (change.anchors ?? note.anchors),
      valid_until: timeAfter(change.valid_until, note.valid_until),
      review_after: timeAfter(change.review_after, note.review_after),
    };
    const revised = { ...said, content_hash: contentHash({ ...said, project }) };
    if (saysSame(note, revised) && supersedes === note.supersedes) return [];
    const of = { id, session_id, project, accepted_in, origin };
    return [{ type: 'observation.revised', data: { ...of, ...revised, supersedes, redactions } }];
  },
});

/** Forgets a note with all its revisions. Recording the event erases their texts from the log. */
export const forgetObservation = command({
  name: 'forgetObservation',
  redact: async (input: Change) => input,
  stream: observation,
  streamKey: (input) => input.id,
  decide(state, { id, author }, { sees }) {
    if (state?.status !== 'kept') throw noObservation(id);
    assertMayChange(state, author, sees);
    assertMayChangeCounting(state.note, author);
    const { session_id, team } = state.note;
    const data = { id, session_id, wall_key: wallKey(team) };
    return [{ type: 'observation.forgotten', data }];
  },
});

interface SetPin extends Change {
  readonly pinned: boolean;
}

/**
 * Pins a note, or takes its pin away. Whoever may revise the note may do so. Nothing is recorded when it is so already. A
 * note that is forgotten loses its pin: the read models show none without its note, and its id never comes again.
 */
export const setPin = command({
  name: 'setPin',
  redact: async (input: SetPin): Promise<SetPin & { readonly note?: ObservationState }> => input,
  stream: pin,
  streamKey: ({ id }) => id,
  lookUp: async (input, read) => ({ ...input, note: await read(observation, input.id) }),
  decide(isPinned, { id, pinned, author, note }, { sees }) {
    if (note?.status !== 'kept') throw noObservation(id);
    assertMayChange(note, author, sees);
    assertMayChangeCounting(note.note, author);
    if (pinned) assertAccepted(note.note);
    if (pinned === isPinned) return [];
    return [{ type: pinned ? 'pin.set' : 'pin.removed', data: { id } }];
  },
});
