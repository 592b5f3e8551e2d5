import { z } from 'zod';
import type { Access } from '../../app/access.js';
import { redactTexts } from '../../commands/redactTexts.js';
import { atLeastOne, Name, optional, StoredName, Time } from '../../domain/fields.js';
import { UlidOrEnd } from '../../domain/ids.js';
import { caseless } from '../../domain/names.js';
import { ObservationType } from '../../domain/observation.js';
import { Rejection } from '../../domain/rejection.js';
import { forgetting } from '../../events/administration.js';
import { fold } from '../../events/vaultEvent.js';
import { withAllErased } from '../../maintenance/forgetNotes.js';
import {
  forgetSubject,
  rehearseForgetting,
  type Subject,
} from '../../maintenance/forgetSubject.js';
import { purge, rehearsePurge } from '../../maintenance/purge.js';
import { Count } from '../../queries/counts.js';
import { Matched, Receipt, receiptOf } from '../../queries/receipt.js';
import { waitForWipe } from '../answers/forgetAnswers.js';
import { atPosition, changed, ok } from '../answers/successAnswers.js';
import { restrictedAuthor } from '../door/walls.js';
import { EXAMPLES } from '../openapi/examples.js';
import { pathId } from '../request/parameters.js';
import { ADMIN, get, group, post } from '../route.js';

/** Of two fields, one is given, and the other is left out or null. */
const only = (given: string, other: string) => ({
  properties: { [given]: { type: 'string' as const }, [other]: { type: 'null' as const } },
  required: [given],
});

const Forget = z
  .strictObject({
    project: optional(StoredName).meta({
      description: 'Everything of this project, compared without case.',
    }),
    person: optional(StoredName).meta({
      description:
        'An e-mail address or a name that notes have as author, compared without case, or ' +
        'the id of a member.',
    }),
    dry_run: optional(z.boolean()).meta({ description: 'Only count what matches. Default false.' }),
  })
  .refine(
    ({ project, person }) => (project === undefined) !== (person === undefined),
    'must give either project or person',
  )
  .meta({ id: 'Forget', anyOf: [only('project', 'person'), only('person', 'project')] });

const NOTHING_MATCHED = {
  told: 0,
  observations: 0,
  sessions: 0,
  prompts: 0,
  conventions: 0,
  phases: 0,
  pauses: 0,
  repositories: 1,
  purges: 0,
  acts: 0,
  invites: 0,
  members: 0,
};
const EXAMPLE_MATCHED = {
  ...NOTHING_MATCHED,
  observations: 12,
  sessions: 3,
  conventions: 1,
  phases: 1,
  acts: 1,
};

const EXAMPLE_RECEIPT: Receipt = {
  id: '01KA5ZJ3M4T6V8X0Y2Z4A6C8E0',
  of: 'project',
  at: '2026-11-20T09:30:00Z',
  position: 90,
  matched: EXAMPLE_MATCHED,
  positions: [
    [3, 19],
    [24, 26],
  ],
  mentions: 0,
};

const Forgotten = z
  .object({
    matched: Matched,
    forgotten: Count.meta({ description: 'All of them together; 0 in a dry run.' }),
    pending: z.boolean().meta({
      description: 'Some of the text is still in a file; it is wiped soon.',
    }),
    receipt: Receipt.nullable().meta({ description: 'Null in a dry run.' }),
  })
  .meta({ id: 'Forgotten' });

/** The log recognises a retry by a token: a digest of the name alone could be found by guessing. */
function subjectOf(
  { newToken }: Access,
  { project, person }: z.output<typeof Forget>,
  idempotencyKey: string | undefined,
): Subject {
  const of = project === undefined ? 'person' : 'project';
  const name = project ?? person ?? '';
  return { of, name, token: newToken(['forget', of, caseless(name)], idempotencyKey) };
}

/** Forgotten in one request: the answer comes when all of them are. */
const MOST = 1000;

const ForgetNotes = z
  .strictObject({ ids: z.array(UlidOrEnd).min(1).max(MOST) })
  .meta({ id: 'ForgetObservations' });

const ForgottenNotes = z
  .object({
    forgotten: Count,
    pending: Forgotten.shape.pending,
    receipt: Receipt,
  })
  .meta({ id: 'ObservationsForgotten' });

const Purge = atLeastOne(
  z.strictObject({
    project: optional(Name),
    team: optional(Name),
    type: optional(ObservationType),
    before: optional(Time).meta({ description: 'Only observations created before this time.' }),
    dry_run: optional(z.boolean()).meta({ description: 'Only count what matches. Default false.' }),
  }),
  ['project', 'team', 'type', 'before'],
).meta({ id: 'Purge' });

const Purged = z
  .object({
    matched: Count,
    forgotten: Count,
    dry_run: z.boolean(),
    pending: z.literal(true).optional().meta({
      description: 'Some of the text is still in a file; it is wiped soon.',
    }),
  })
  .meta({ id: 'Purged' });

/** What callers forget of what they may change. */
export const forgetNotesRoutes = group({ tag: 'observations' }, [
  post('/api/v1/observations/forget', 'forgetObservations', {
    scope: 'forget',
    summary: 'Forget several observations',
    description: `All of them, at most ${MOST}, or none: where one cannot be forgotten, the answer says why of each, and nothing is. One receipt names them all.`,
    body: ForgetNotes,
    example: { ids: [EXAMPLES.observation.id] },
    waitsForWipe: true,
    answers: changed('What was forgotten.', ForgottenNotes, {
      forgotten: 1,
      pending: false,
      receipt: {
        ...EXAMPLE_RECEIPT,
        of: 'notes',
        ids: [EXAMPLES.observation.id],
        matched: { ...NOTHING_MATCHED, observations: 1 },
        positions: [[3, 3]],
      },
    }),
    errors: ['not_found', 'forbidden', 'conflict'],
    async handle({ vault, upkeep, caller, sees, body, context, request, reply }) {
      const author = restrictedAuthor(caller, vault.config);
      const wanted = { asked: body.ids, sees, author };
      const { receipt, position } = await upkeep.forgetNotes(wanted, context);
      atPosition(reply, position);
      const gone = await waitForWipe({ vault, upkeep, request }, position);
      const { observations: forgotten } = receipt.data.matched;
      return { forgotten, pending: !gone, receipt: receiptOf(receipt) };
    },
  }),
]);

export const forgetRoutes = group(ADMIN, [
  post('/admin/purge', 'purge', {
    summary: 'Forget many observations',
    description:
      'Erases every observation that matches all filters (at least one), with all its revisions, for good.',
    body: Purge,
    example: { project: 'checkout', before: '2026-01-01T00:00:00Z', dry_run: true },
    waitsForWipe: true,
    answers: changed('How many observations matched.', Purged, {
      matched: 12,
      forgotten: 0,
      dry_run: true,
    }),
    async handle({ vault, upkeep, body, context, request, reply }) {
      const { dry_run = false, before, type, project, team } = body;
      // As they were stored.
      const { redactions: _, ...names } = await redactTexts({ project, team }, vault.filter);
      // Read models keep whole seconds: those that begin before the given time count.
      const filters = {
        type,
        ...names,
        before: before === undefined ? undefined : Math.ceil(before / 1000),
      };
      if (dry_run) {
        return { ...(await rehearsePurge(vault, filters, context)), forgotten: 0, dry_run };
      }
      const { matched, position } = await purge(vault, filters, context);
      atPosition(reply, position);
      const gone = await waitForWipe({ vault, upkeep, request }, position);
      return { matched, forgotten: matched, dry_run, pending: gone ? undefined : true };
    },
  }),
  post('/admin/forget', 'forget', {
    summary: 'Forget a project or a person',
    description:
      'Erases everything of a project or about a person, for good, and gives a receipt that does not name them. `GET ' +
      '/admin/export?person=` shows first what would go. What is saved later stays.',
    body: Forget,
    example: { project: 'checkout', dry_run: true },
    waitsForWipe: true,
    answers: changed('What was forgotten.', Forgotten, {
      matched: EXAMPLE_MATCHED,
      forgotten: 0,
      pending: false,
      receipt: null,
    }),
    async handle({ vault, upkeep, access, body, context, request, reply }) {
      const subject = subjectOf(access, body, context.idempotencyKey);
      if (body.dry_run) {
        const { matched } = await rehearseForgetting(vault, subject, context);
        return { matched, forgotten: 0, pending: false, receipt: null };
      }
      const { receipt, position } = await forgetSubject(vault, subject, context);
      atPosition(reply, position);
      const gone = await waitForWipe({ vault, upkeep, request }, position);
      const { matched } = receipt.data;
      const forgotten = Object.values(matched).reduce((sum, count) => sum + count, 0);
      return { matched, forgotten, pending: !gone, receipt: receiptOf(receipt) };
    },
  }),
  get('/admin/forget/{receipt}', 'getForgettingReceipt', {
    summary: 'Get the receipt of a forgetting',
    params: z.object({ receipt: pathId('receipt') }),
    answers: ok('The receipt.', Receipt, EXAMPLE_RECEIPT),
    errors: ['not_found'],
    async handle({ vault, params }) {
      const events = await vault.log.readStream(`${forgetting.name}/${params.receipt}`);
      const recorded = fold(forgetting, events);
      if (!recorded) throw new Rejection('not_found', `there is no receipt ${params.receipt}`);
      return receiptOf(await withAllErased(vault.log, recorded));
    },
  }),
]);
