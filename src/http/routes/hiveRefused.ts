import { z } from 'zod';
import { formatTime, toSeconds } from '../../domain/time.js';
import { OutTime } from '../../domain/timeSchemas.js';
import { Count } from '../../queries/counts.js';
import { ok } from '../answers/successAnswers.js';
import { EXAMPLES } from '../openapi/examples.js';
import { limit } from '../request/parameters.js';
import { route } from '../route.js';

const RefusedItem = z
  .object({
    note: z.string().meta({ description: 'Id of the observation.' }),
    position: Count.meta({ description: 'The event that was pushed.' }),
    at: OutTime.optional().meta({ description: 'When that was recorded here.' }),
    reason: z.string().meta({ description: 'As the hub said it.' }),
  })
  .meta({ id: 'RefusedItem' });

export const hiveRefusedRoute = route({
  method: 'GET',
  path: '/admin/hive/refused',
  operationId: 'listRefusedItems',
  tag: 'hive',
  summary: 'List what the hub refused',
  description:
    'Lists the observations that the hub refused and that were not pushed since, newest first.',
  access: 'admin',
  query: z.strictObject({ limit: limit(1000, 100) }),
  answers: ok('What was refused.', z.array(RefusedItem), [
    {
      note: EXAMPLES.observation.id,
      position: 2,
      at: '2026-11-20T09:30:00Z',
      reason: 'it is too large for the hub',
    },
  ]),
  handle: ({ app, query }) =>
    Promise.all(
      app.hive.refused(query.limit).map(async ({ event, note, position, reason }) => {
        // Not in a log that was restored from before it.
        const envelope = await app.log.envelopeOf(event);
        const at = envelope && { at: formatTime(toSeconds(envelope.at)) };
        return { note, position, ...at, reason };
      }),
    ),
});
