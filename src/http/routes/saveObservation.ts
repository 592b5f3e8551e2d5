import { z } from 'zod';
import type { Outcome } from '../../commands/handle.js';
import {
  type ImportObservation,
  SaveObservation,
  saveObservation,
} from '../../commands/saveObservation.js';
import { Ulid } from '../../domain/ids.js';
import { Observation } from '../../domain/observation.js';
import type { ObservationState } from '../../events/observation.js';
import { toObservation } from '../../queries/toObservation.js';
import { callerAsSaver } from '../answers/shownSaver.js';
import { ok } from '../answers/successAnswers.js';
import { EXAMPLES } from '../openapi/examples.js';
import { withSupersededId } from '../request/supersededId.js';
import { route } from '../route.js';
import { signedBy } from '../security/walls.js';

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
export const SaveAnswer = z
  .union([Saved, Deduplicated, Rehearsed, RehearsedDuplicate])
  .meta({ id: 'SaveAnswer' });
export type SaveAnswer = z.infer<typeof SaveAnswer>;

export const saveObservationRoute = route({
  method: 'POST',
  path: '/api/v1/observations',
  operationId: 'saveObservation',
  tag: 'observations',
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
  async handle({ app, body, caller, sees, context, execute }) {
    const note = await withSupersededId(app, sees, signedBy(body, caller, app.config));
    const outcome = await execute(saveObservation, note, { ...context, dryRun: body.dry_run });
    const answer = saveAnswer(body, outcome, callerAsSaver(caller, sees));
    const { appended, state } = outcome;
    if (!appended || body.dry_run || state?.status !== 'kept') return answer;
    const { redactions } = state.note;
    return redactions.length > 0 ? { ...answer, redactions } : answer;
  },
});

/** How one save is answered, on its own or in a batch. `saver` is the caller, where answers show who saved a note. */
export function saveAnswer(
  { dry_run }: ImportObservation,
  { appended, key, state }: Outcome<ObservationState>,
  saver: string | undefined,
): SaveAnswer {
  if (!appended) {
    return { deduplicated: true, existing_id: key, ...(dry_run && { dry_run: true as const }) };
  }
  if (!dry_run || state?.status !== 'kept') return { id: key };
  const { redactions } = state.note;
  return {
    id: key,
    dry_run,
    observation: { ...toObservation(state, saver), supersedes: state.note.supersedes },
    redactions: [...redactions],
  };
}
