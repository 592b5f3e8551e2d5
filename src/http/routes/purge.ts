import { z } from 'zod';
import { textRedactor } from '../../commands/textRedactor.js';
import { atLeastOne } from '../../domain/atLeastOne.js';
import { ObservationType } from '../../domain/observation.js';
import { Name, optional } from '../../domain/text.js';
import { Time } from '../../domain/timeSchemas.js';
import { purge, rehearsePurge } from '../../maintenance/purge.js';
import { Count } from '../../queries/counts.js';
import { waitForWipe } from '../answers/forgetAnswers.js';
import { atPosition, changed } from '../answers/successAnswers.js';
import { route } from '../route.js';

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

export const purgeRoute = route({
  method: 'POST',
  path: '/admin/purge',
  operationId: 'purge',
  tag: 'admin',
  summary: 'Forget many observations',
  description:
    'Erases every observation that matches all filters (at least one), with all its revisions, for good.',
  access: 'admin',
  body: Purge,
  example: { project: 'checkout', before: '2026-01-01T00:00:00Z', dry_run: true },
  waitsForWipe: true,
  answers: changed('How many observations matched.', Purged, {
    matched: 12,
    forgotten: 0,
    dry_run: true,
  }),
  async handle({ app, body, context, request, reply }) {
    const { dry_run = false, before, type, project, team } = body;
    // As they were stored.
    const names = await textRedactor(app.filter).named({ project, team });
    // Read models keep whole seconds: those that begin before the given time count.
    const filters = {
      type,
      ...names,
      before: before === undefined ? undefined : Math.ceil(before / 1000),
    };
    if (dry_run) {
      return { ...(await rehearsePurge(app, filters, context)), forgotten: 0, dry_run };
    }
    const { matched, position } = await purge(app, filters, context);
    atPosition(reply, position);
    const gone = await waitForWipe(app, request, position);
    return { matched, forgotten: matched, dry_run, ...(!gone && { pending: true }) };
  },
});
