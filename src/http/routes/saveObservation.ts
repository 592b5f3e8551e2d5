import { z } from 'zod';

import type { Vault } from '../../app/vault.js';
import type { Outcome } from '../../commands/handle.js';
import {
  ImportObservation,
  SaveObservation,
  saveObservation,
} from '../../commands/observations.js';
import { type ItemOutcome, saveBatch } from '../../commands/saveBatch.js';
import { type Caller, isAdmin, type PersonVisibility } from '../../domain/caller.js';
import { Ulid } from '../../domain/ids.js';
import { Observation } from '../../domain/observation.js';
import { parse, rejectionOf } from '../../domain/parse.js';
import { suspicionOf } from '../../domain/suspect.js';
import type { ObservationState } from '../../events/observation.js';
import { session } from '../../events/session.js';
import { fold } from '../../events/vaultEvent.js';
import { Count } from '../../queries/counts.js';
import { toObservation } from '../../queries/observationOf.js';
import { InvalidField } from '../answers/problem.js';
import { atPosition, ok } from '../answers/successAnswers.js';
import { broughtBy, signedBy } from '../door/walls.js';
import { EXAMPLES } from '../openapi/examples.js';
import { readItems } from '../request/bodies.js';
import { group, post } from '../route.js';
import { callerAsSaver, withSupersededId } from './observations.js';

export const Redactions = z
  .array(z.object({ kind: z.string(), count: z.int().min(1).max(1_000_000_000) }))
  .meta({
    id: 'Redactions',
    description: 'What was replaced by `[REDACTED]`, by kind.',
  });

const Saved = z
  .object({
    id: Ulid,
    redactions: Redactions.optional(),
    state: Observation.shape.state,
    suspect: Observation.shape.suspect,
  })
  .meta({ id: 'Saved' });
const Deduplicated = z.object({ deduplicated: z.literal(true), existing_id: Ulid }).meta({
  id: 'Deduplicated',
  description: 'The session already holds the same content; nothing was stored.',
});
const Rehearsed = z
  .object({
    id: Ulid,
    dry_run: z.literal(true),
    observation: Observation,
    redactions: Redactions,
  })
  .meta({ id: 'Rehearsed', description: 'What a save without `dry_run` would have stored.' });
const RehearsedDuplicate = Deduplicated.and(z.object({ dry_run: z.literal(true) })).meta({
  id: 'RehearsedDuplicate',
});
const SaveAnswer = z
  .union([Saved, Deduplicated, Rehearsed, RehearsedDuplicate])
  .meta({ id: 'SaveAnswer' });
type SaveAnswer = z.infer<typeof SaveAnswer>;

/** How one save is answered, on its own or in a batch. `saver` is the caller, where answers show who saved a note. */
function saveAnswer(
  { dry_run }: ImportObservation,
  { appended, key, state }: Outcome<ObservationState>,
  saver: string | undefined,
): SaveAnswer {
  if (!appended) {
    return { deduplicated: true, existing_id: key, dry_run: dry_run ? true : undefined };
  }
  if (state?.status !== 'kept') return { id: key };
  const { redactions } = state.note;
  const suspect = suspicionOf(state.note) ?? undefined;
  if (!dry_run) return { id: key, state: state.note.state, suspect };
  return {
    id: key,
    dry_run,
    observation: { ...toObservation(state, saver), supersedes: state.note.supersedes ?? undefined },
    redactions: [...redactions],
  };
}

const LARGEST = 64 * 1024 * 1024;
/** The results of more items would not fit into memory. */
const LIMITS = { bytes: LARGEST, items: 100_000 };

const FailedItem = z
  .object({
    line: z.int().min(1).max(1_000_000_000),
    error: z.string(),
    errors: z.array(InvalidField),
  })
  .meta({
    id: 'FailedItem',
    description: 'An item that was refused. It does not stop the others.',
  });

const ItemResult = z.union([SaveAnswer, FailedItem]);

/** The answer to a batch. */
const BatchResults = z
  .object({
    results: z.array(ItemResult).meta({ description: 'One result per item, in order.' }),
    total: Count,
    stored: Count,
    deduplicated: Count,
    failed: Count,
  })
  .meta({ id: 'BatchResults' });

export const saveRoutes = group({ tag: 'observations' }, [
  post('/api/v1/observations', 'saveObservation', {
    summary: 'Save an observation',
    description:
      'Stores a typed note; a 200 means that it is on disk. The same content in the same session is stored once, ' +
      'unless `force` is set. Secrets are replaced by `[REDACTED]` before.',
    body: SaveObservation,
    example: EXAMPLES.save,
    answers: ok(
      'Stored, or already stored before.',
      SaveAnswer,
      { id: EXAMPLES.observation.id },
      { 'X-Log-Position': 'Position of the event in the log; absent after a dry run.' },
    ),
    errors: ['forbidden', 'not_found', 'conflict'],
    async handle({ vault, body, caller, sees, context, execute }) {
      const made = await ofPersonalSession(vault, sees, body);
      const note = await withSupersededId(vault, sees, signedBy(made, caller, vault.config));
      const outcome = await execute(saveObservation, note, { ...context, dryRun: body.dry_run });
      const answer = saveAnswer(body, outcome, callerAsSaver(caller, sees));
      const { appended, state } = outcome;
      if (!appended || body.dry_run || state?.status !== 'kept') return answer;
      const { redactions } = state.note;
      return redactions.length > 0 ? { ...answer, redactions } : answer;
    },
  }),
  post('/api/v1/observations/batch', 'saveObservations', {
    summary: 'Save many observations',
    description:
      'Up to 100,000 and 64 MiB, as a JSON array or NDJSON. A bad item (one ' +
      'of more than 8 MiB is bad) does not stop the others. With an admin credential, the `id` and ' +
      '`created_at` of an export are kept. An `Idempotency-Key` covers every item by its line: a batch that ' +
      'was cut short can be sent again in full.',
    // It is read while it arrives, so the items are parsed one by one.
    body: z.unknown(),
    example: [EXAMPLES.imported],
    bodyLimit: LARGEST,
    ndjson: ImportObservation,
    answers: {
      200: {
        description: 'The outcome of each item.',
        content: BatchResults,
        example: {
          results: [
            { id: EXAMPLES.observation.id },
            {
              line: 2,
              error: 'title: is required',
              errors: [{ path: '/title', message: 'is required' }],
            },
          ],
          total: 2,
          stored: 1,
          deduplicated: 0,
          failed: 1,
        },
        headers: {
          'X-Log-Position':
            'Position of the last event that an item wrote or repeats, else the end of the log.',
        },
      },
    },
    async handle({ vault, body, caller, sees, context, recheck, reply }) {
      const items = readItems(body, LIMITS, recheck);
      const saver = callerAsSaver(caller, sees);
      const toResult = (outcome: ItemOutcome) => itemResult(outcome, saver);
      const parseNote = parserFor(vault, caller, sees);
      const parse = async (item: unknown) => withSupersededId(vault, sees, await parseNote(item));
      const batch = { items, parse, toResult };
      const { position, ...answer } = await saveBatch(vault, batch, context);
      if (position > 0) atPosition(reply, position);
      return answer;
    },
  }),
]);

/** A note without a project is personal in a personal session of the caller: what is not said there is the team's otherwise. */
async function ofPersonalSession<N extends Pick<ImportObservation, 'project' | 'session_id'>>(
  { log }: Pick<Vault, 'log'>,
  { person }: PersonVisibility,
  note: N,
): Promise<N> {
  if (note.project !== undefined || note.session_id === undefined) return note;
  const found = fold(session, await log.readStream(`${session.name}/${note.session_id}`));
  return found?.started.team === person ? { ...note, project: found.started.project } : note;
}

/** An admin may bring an export, whose notes keep their author. */
function parserFor(
  vault: Vault,
  caller: Caller,
  sees: PersonVisibility,
): (item: unknown) => Promise<ImportObservation> {
  const { config } = vault;
  const schema: z.ZodType<ImportObservation> = isAdmin(caller)
    ? ImportObservation
    : SaveObservation;
  return async (item) => {
    const note = await ofPersonalSession(vault, sees, parse(schema, item, 'invalid_payload'));
    return note.id === undefined ? signedBy(note, caller, config) : broughtBy(note, caller, config);
  };
}
type ItemResult = z.infer<typeof ItemResult>;

/** Errors that are reported of one item: an answer with all errors of all items would not fit into memory. */
const MOST_ERRORS = 5;

/** The answer for one item. `saver` is as for `saveAnswer`. */
function itemResult(outcome: ItemOutcome, saver: string | undefined): ItemResult {
  if ('saved' in outcome) return saveAnswer(outcome.input, outcome.saved, saver);
  const { line, refused } = outcome;
  if (!refused.errors) return { line, error: refused.message, errors: [] };
  const errors = refused.errors.slice(0, MOST_ERRORS);
  return { line, error: rejectionOf(errors, refused.code).message, errors };
}
