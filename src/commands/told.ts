import { z } from 'zod';
import { maySeeThing } from '../domain/caller.js';
import { optional, Time } from '../domain/fields.js';
import { Ulid } from '../domain/ids.js';
import { Rejection } from '../domain/rejection.js';
import { toSeconds } from '../domain/time.js';
import { MOMENTS, MOST_GIVEN, MOST_TELLINGS, VERDICTS } from '../domain/told.js';
import { observation } from '../events/observation.js';
import { session } from '../events/session.js';
import { told, verdict, verdictKey } from '../events/told.js';
import type { Redacted } from '../privacy/privacyFilter.js';
import { assertAccepted, assertMayChangeCounting } from './accepting.js';
import {
  assertMayChangeSession,
  noObservation,
  noSession,
  type RestrictedAuthor,
} from './assertMayChange.js';
import { command } from './command.js';

const Telling = z.strictObject({
  moment: z.enum(MOMENTS),
  notes: z
    .array(z.strictObject({ id: Ulid, revision: z.int().min(1).default(1) }))
    .min(1, 'must have at least one')
    .max(MOST_GIVEN),
  tokens: z.int().min(0).max(1_000_000),
  at: optional(Time).meta({ description: 'When it was told, if that was before now.' }),
});

const { moment, notes, tokens, at } = Telling.shape;

/** The request to record what an agent was told: at one moment, or at several. */
export const RecordTold = z
  .strictObject({
    moment: optional(moment),
    notes: optional(notes),
    tokens: optional(tokens),
    at,
    told: optional(z.array(Telling).min(1, 'must have at least one').max(MOST_TELLINGS)).meta({
      description: 'Several moments, instead of the others.',
    }),
  })
  .transform(({ told: several, ...one }, ctx): readonly z.output<typeof Telling>[] => {
    if (several === undefined) return wholeOf(one, ctx);
    if (Object.values(one).some((value) => value !== undefined))
      ctx.addIssue({ code: 'custom', path: ['told'], message: 'does not go with the others' });
    return several;
  })
  .meta({
    id: 'RecordTold',
    anyOf: [{ required: ['told'] }, { required: ['moment', 'notes', 'tokens'] }],
  });

/** One telling, and an issue for each field that it lacks. */
function wholeOf(
  { moment, notes, tokens, at }: Partial<z.output<typeof Telling>>,
  ctx: z.RefinementCtx,
): readonly z.output<typeof Telling>[] {
  if (moment !== undefined && notes !== undefined && tokens !== undefined)
    return [{ moment, notes, tokens, at }];
  const message = 'is required, or told with several moments';
  for (const [name, value] of Object.entries({ moment, notes, tokens }))
    if (value === undefined) ctx.addIssue({ code: 'custom', path: [name], message });
  return [];
}

export type RecordTold = z.output<typeof RecordTold>;

interface Recording {
  readonly session_id: string;
  readonly told: RecordTold;
  readonly author?: RestrictedAuthor | undefined;
  /** That of the session, once it is read. */
  readonly team?: Redacted | undefined;
}

/** Records what an agent was told in a session. */
export const recordTold = command({
  name: 'recordTold',
  redact: async (input: Recording) => input,
  identity: ({ session_id, told: said }) => ({ session_id, said }),
  stream: told,
  streamKey: ({ session_id }) => session_id,
  async lookUp(input, read, sees) {
    const found = await read(session, input.session_id);
    if (!found) throw noSession(input.session_id);
    assertMayChangeSession(found, input.author, sees);
    return { ...input, team: found.started.team };
  },
  decide(_last, { session_id, team, told: said }, now) {
    const tellings = said.map(({ at = now.at, ...telling }) => ({
      ...telling,
      // Nothing was told after it is recorded.
      at: toSeconds(Math.min(at, now.at)),
    }));
    return [{ type: 'told.given', data: { session_id, team, tellings } }];
  },
});

/** The session in which it was told, and the author whose rights are restricted. */
interface Forgetting {
  readonly key: string;
  readonly author?: RestrictedAuthor | undefined;
}

/** Forgets what was told in a session. Recording the event erases it from the log. */
export const forgetTold = command({
  name: 'forgetTold',
  redact: async (input: Forgetting) => input,
  identity: ({ key }) => key,
  stream: told,
  streamKey: ({ key }) => key,
  async lookUp(input, read, sees) {
    const found = await read(session, input.key);
    if (found) assertMayChangeSession(found, input.author, sees);
    return input;
  },
  decide: (last, { key }) =>
    last === undefined ? [] : [{ type: 'told.forgotten', data: { session_id: key } }],
});

/** The request to say whether a note was of use. */
export const GiveVerdict = z
  .strictObject({
    verdict: z.enum(VERDICTS),
    revision: optional(z.int().min(1)).meta({
      description: 'The one that was judged, by default the newest. Only that one counts.',
    }),
    session_id: optional(Ulid).meta({ description: 'The session in which it was found.' }),
  })
  .meta({ id: 'GiveVerdict' });
export type GiveVerdict = z.output<typeof GiveVerdict>;

type Judgement = GiveVerdict & {
  readonly id: string;
  /** Whose word it is, and behind which wall, as in `VerdictGiven`. */
  readonly voice: string;
  readonly wall_key: string;
  readonly author?: RestrictedAuthor | undefined;
};

/** Records whether a note was of use. The same one of the same voice again changes nothing, another one takes its place. */
export const giveVerdict = command({
  name: 'giveVerdict',
  redact: async (input: Judgement) => input,
  identity: ({ id, revision, verdict: said, session_id }) => ({ id, revision, said, session_id }),
  stream: verdict,
  streamKey: ({ id, voice }) => verdictKey(id, voice),
  async lookUp(input, read, sees) {
    const { id, session_id } = input;
    const note = await read(observation, id);
    if (note?.status !== 'kept' || !maySeeThing(sees, note.note)) throw noObservation(id);
    assertAccepted(note.note);
    assertMayChangeCounting(note.note, input.author);
    const { revision = note.revision } = input;
    if (revision > note.revision) throw wrong('revision', `there is no revision ${revision}`);
    if (session_id !== undefined) {
      const found = await read(session, session_id);
      if (!found || !maySeeThing(sees, found.started))
        throw wrong('session_id', `there is no session ${session_id}`);
      assertMayChangeSession(found, input.author, sees);
    }
    return { ...input, revision };
  },
  decide(last, { id, revision = 1, verdict: said, voice, wall_key, session_id }) {
    if (last?.data.verdict === said && last.data.revision === revision) return [];
    return [
      { type: 'verdict.given', data: { id, revision, verdict: said, voice, wall_key, session_id } },
    ];
  },
});

const wrong = (field: string, message: string) =>
  new Rejection('not_found', `${field}: ${message}`, [{ path: `/${field}`, message }]);
