import { z } from 'zod';
import { ReceivedAnchors } from '../domain/anchorSchemas.js';
import { optional, StoredName, Time } from '../domain/fields.js';
import { contentHash } from '../domain/hash.js';
import { NameFromHive, receivedNames } from '../domain/hiveNames.js';
import { receivedId, Ulid } from '../domain/ids.js';
import { rejectionOf } from '../domain/parse.js';
import { toSeconds } from '../domain/time.js';
import { type ObservationState, type Origin, observation } from '../events/observation.js';
import { wallKey } from '../events/recorded.js';
import { session } from '../events/session.js';
import { assertNotAhead } from './assertNotAhead.js';
import { command } from './command.js';
import { ImportObservation } from './observations.js';
import { redactNote } from './redactTexts.js';

const Whole = z.int().min(0).max(Number.MAX_SAFE_INTEGER);

/** The message of one vault to another about one of its notes. */
export const HiveItem = z
  .object({
    event: Ulid.meta({ description: "Id of the sender's event." }),
    id: Ulid.meta({ description: 'Id of the observation in the vault of the sender.' }),
    at: Whole.meta({ description: 'When the event was recorded, in milliseconds since 1970.' }),
    position: Whole.meta({ description: "Position of the event in the sender's log." }),
    // A vault of a newer version may send more than this one knows, which must not stop what both know.
    note: ImportObservation.omit({
      id: true,
      dry_run: true,
      force: true,
      supersedes: true,
      state: true,
    })
      .strip()
      .extend({
        created_at: Time,
        anchors: optional(ReceivedAnchors),
        project: optional(NameFromHive),
        team: optional(NameFromHive),
        author: optional(NameFromHive),
      })
      .nullable()
      .meta({
        id: 'HiveNote',
        description: 'The observation as it is now; null when the sender retracts it.',
      }),
  })
  .meta({ id: 'HiveItem' });
export type HiveItem = z.output<typeof HiveItem>;

/**
 * Applies the message of another vault about one of its notes. The newest message wins, in any order of arrival, and a
 * repeated one changes nothing. A note that was forgotten here stays forgotten.
 */
export const receiveObservation = command({
  name: 'receiveObservation',
  async redact({ instance, item }: { instance: string; item: HiveItem }, filter) {
    const { event, id, at, position } = item;
    const origin: Origin = { instance, id, event, at, position };
    if (!item.note) return { origin, note: undefined };
    const { type, title, content, tags = [], country, created_at, session_id = null } = item.note;
    const { project, team, author, valid_until, review_after } = item.note;
    const received = { ...receivedNames({ project, team, author }), country };
    const about = item.note.anchors;
    const texts = await redactNote({ title, content, tags, ...received }, about, filter);
    requireStorable(texts);
    const note = {
      type,
      ...texts,
      session_id,
      created_at: toSeconds(created_at),
      valid_until: valid_until === undefined ? undefined : toSeconds(valid_until),
      review_after: review_after === undefined ? undefined : toSeconds(review_after),
      content_hash: contentHash({ type, ...texts }),
    };
    return { origin, note };
  },
  stream: observation,
  streamKey: ({ origin }) => receivedId(origin.instance, origin.id),
  async lookUp(input, read) {
    const { note } = input;
    if (!note || note.session_id === null) return input;
    // A note from elsewhere must not turn up in a session of this vault.
    const own = await read(session, note.session_id);
    return own ? { ...input, note: { ...note, session_id: null } } : input;
  },
  decide(state, { origin, note }, now) {
    const id = receivedId(origin.instance, origin.id);
    if (!isNewer(state, origin)) return [];
    assertNotAhead(origin.at, now.at, CORRECT);
    if (note) assertNotAhead(note.created_at * 1000, now.at, CORRECT);
    const kept = state?.status === 'kept' ? state.note : undefined;
    // Recorded even when there is no such note, because the note may arrive after its retraction.
    if (!note) {
      const session_id = kept?.session_id ?? null;
      const wall_key = kept && wallKey(kept.team);
      return [{ type: 'observation.forgotten', data: { id, session_id, wall_key, origin } }];
    }
    if (!kept) {
      // Nobody can date a note later than its arrival.
      const created_at = Math.min(note.created_at, toSeconds(now.at));
      return [{ type: 'observation.saved', data: { ...note, id, created_at, origin } }];
    }
    const { type, title, content, tags, anchors, content_hash, redactions } = note;
    const { valid_until, review_after } = note;
    const { session_id, supersedes } = kept;
    const said = { type, title, content, tags, anchors, valid_until, review_after };
    const data = { id, session_id, ...said, content_hash, supersedes, redactions, origin };
    return [{ type: 'observation.revised', data }];
  },
});

/**
 * Throws `Rejection('invalid_payload')` for names that the filter made too long: other vaults would refuse every answer to
 * a search that has such a note among its hits.
 */
function requireStorable(note: Readonly<Record<(typeof NAMES)[number], string | undefined>>): void {
  const message = 'must be at most 800 characters after the privacy filter';
  const errors = NAMES.filter((of) => !optional(StoredName).safeParse(note[of]).success).map(
    (of) => ({ path: `/note/${of}`, message }),
  );
  if (errors.length > 0) throw rejectionOf(errors, 'invalid_payload');
}

const NAMES = ['project', 'team', 'author', 'country'] as const;

/** A message from the far future would win over everything that its vault says later. */
const CORRECT = 'correct the clock of the vault that sends it';

/** True when the message is newer than the last one. A note without an origin was made or forgotten here. */
function isNewer(state: ObservationState, origin: Origin): boolean {
  if (!state) return true;
  const known = state.status === 'kept' ? state.note.origin : state.origin;
  if (!known) return false;
  return origin.at > known.at || (origin.at === known.at && origin.position > known.position);
}
