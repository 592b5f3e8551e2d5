import { z } from 'zod';
import type { App } from '../../app/app.js';
import { forgetObservation } from '../../commands/forgetObservation.js';
import type { RequestContext } from '../../commands/handle.js';
import { recordPurge } from '../../commands/recordPurge.js';
import { ObservationType } from '../../domain/observation.js';
import { Rejection } from '../../domain/rejection.js';
import { Name, optional } from '../../domain/text.js';
import { Time } from '../../domain/timeSchemas.js';
import { Count } from '../../queries/counts.js';
import {
  countObservations,
  type ListFilters,
  listObservations,
} from '../../queries/listObservations.js';
import { LONGEST_WAIT_MS } from '../forgetAnswers.js';
import { atPosition } from '../mount.js';
import { route } from '../route.js';

const FILTERS = ['project', 'team', 'type', 'before'] as const;

const Purge = z
  .object({
    project: optional(Name),
    team: optional(Name),
    type: optional(ObservationType),
    before: optional(Time).meta({ description: 'Only those made before.' }),
    dry_run: optional(z.boolean()).meta({ description: 'Only count. Default false.' }),
  })
  .refine(
    (asked) => FILTERS.some((filter) => asked[filter] !== undefined),
    `must give at least one of ${FILTERS.join(', ')}`,
  )
  .meta({ id: 'Purge' });

const Purged = z
  .object({
    matched: Count,
    forgotten: Count,
    dry_run: z.boolean(),
    pending: z.literal(true).optional().meta({
      description:
        'A long read keeps some of it in a file for now; it is wiped as soon as that ends.',
    }),
  })
  .meta({ id: 'Purged' });

export const purgeRoute = route({
  method: 'POST',
  path: '/admin/purge',
  operationId: 'purge',
  tag: 'admin',
  summary: 'Forget many observations',
  description:
    'Forgets every observation that meets all filters, with all revisions, for good. At least one filter.',
  access: 'admin',
  body: Purge,
  example: { project: 'checkout', before: '2026-01-01T00:00:00Z', dry_run: true },
  answers: {
    200: {
      description: 'How many there were.',
      content: Purged,
      example: { matched: 12, forgotten: 0, dry_run: true },
      headers: { 'X-Log-Position': 'Place of the last event in the log.' },
    },
  },
  errors: ['invalid_payload', 'idempotency_mismatch'],
  async handle({ app, body, context, reply }) {
    const { dry_run = false, before, ...rest } = body;
    // Kept in whole seconds, of which those that begin before it count.
    const filters = {
      ...rest,
      before: before === undefined ? undefined : Math.ceil(before / 1000),
    };
    const matched = countObservations(await app.readModels.current(), filters);
    if (dry_run) {
      // Records nothing, but the key of another request is refused.
      const rehearsal = { filters, matched, dry_run };
      await app.executor.execute(recordPurge, rehearsal, { ...context, dryRun: true });
      return { matched, forgotten: 0, dry_run };
    }
    // First, so that a purge cut short by a crash is finished by its retry, and answered the same.
    const { state, position } = await app.executor.execute(
      recordPurge,
      { filters, matched },
      context,
    );
    const recorded = state?.data.matched ?? matched;
    // What matched then: a retry must not take what was saved after the purge it repeats.
    const then = { ...filters, as_of: position };
    const last = Math.max(position, await forgetAll(app, then, context));
    atPosition(reply, last);
    const gone = await app.wiper.wipe(last, LONGEST_WAIT_MS);
    return { matched: recorded, forgotten: recorded, dry_run, ...(!gone && { pending: true }) };
  },
});

/** Forgotten in one commit, and taken out of the search index in one turn: others wait for as long. */
const TOGETHER = 4;

/** Forgets what matches, a few in a commit; gives the position of the last event. */
async function forgetAll(
  app: App,
  filters: ListFilters,
  { meta }: RequestContext,
): Promise<number> {
  let last = 0;
  for await (const rows of listObservations(app.readModels.current, filters)) {
    for (let i = 0; i < rows.length; i += TOGETHER) {
      const forgotten = await Promise.allSettled(
        rows
          .slice(i, i + TOGETHER)
          .map(({ id }) => app.executor.execute(forgetObservation, { id }, { meta })),
      );
      for (const one of forgotten) {
        if (one.status === 'fulfilled') last = Math.max(last, one.value.position);
        else if (!isGone(one.reason)) throw one.reason;
      }
    }
  }
  return last;
}

/** Somebody else has forgotten it meanwhile. */
const isGone = (reason: unknown) => reason instanceof Rejection && reason.code === 'not_found';
