import { z } from 'zod';
import { optional } from '../../domain/fields.js';
import { PUBLIC_TYPES, PublicEvent, publicEventsFor } from '../../queries/publicEvents.js';
import {
  assertInLog,
  eventStream,
  sendEvents,
  startOfStream,
  wantsEvents,
} from '../answers/eventStream.js';
import { EXAMPLES } from '../openapi/examples.js';
import { limit, whole } from '../request/parameters.js';
import { get, group } from '../route.js';
import { nextEvents, types } from './log.js';

const Query = z.strictObject({
  after: optional(whole(0, Number.MAX_SAFE_INTEGER)).meta({
    description: 'Only events after this position.',
  }),
  type: optional(types(PUBLIC_TYPES)).meta({
    description: 'Only events of these types, with commas between.',
    example: 'observation.saved,observation.forgotten',
  }),
  limit: limit(1000, 100),
});

const EXAMPLE: PublicEvent = {
  specversion: '1.0',
  id: '01KA5ZJ3M4A1B2C3D4E5F6G7H8',
  source: 'memory-vault/b1946ac92492d234',
  type: 'observation.forgotten',
  time: '2026-11-20T09:30:00Z',
  subject: `observation/${EXAMPLES.observation.id}`,
  position: 2,
  data: { id: EXAMPLES.observation.id },
};

export const eventRoutes = group({ tag: 'observations' }, [
  get('/api/v1/events', 'listPublicEvents', {
    summary: 'Follow what happens',
    description:
      'What happens to notes and sessions that the caller may see, in the order of the log, with the names of CloudEvents. ' +
      '`data` is null once it is forgotten. With `Accept: text/event-stream` the answer is a stream of server-sent ' +
      'events: those after `Last-Event-ID` or `after`, else from now on. `limit` applies to the list only.',
    query: Query,
    answers: {
      200: {
        description: 'The events; fewer than `limit`, or none, also where more follow.',
        content: z.array(PublicEvent),
        example: [EXAMPLE],
        headers: { Link: 'The next page, while the log goes on.' },
        stream: `id: 2\ndata: {"specversion":"1.0",…}\n\n`,
      },
    },
    async handle(call) {
      const { vault, query, sees, request, reply } = call;
      const { log } = vault;
      const only = { types: query.type ?? PUBLIC_TYPES };
      const tell = publicEventsFor(log, sees, vault.origin);
      if (wantsEvents(call)) {
        const after = await startOfStream(call, query.after);
        const from = { after, only, tell };
        return sendEvents(call, (listener) => eventStream(log, { ...from, ...listener }));
      }
      const after = query.after ?? 0;
      await assertInLog(log, after);
      const { entries, upTo } = await log.readEntries(after, query.limit, only);
      if (upTo < (await log.head()).position)
        reply.header('link', nextEvents(request.originalUrl, 'after', upTo));
      const told: PublicEvent[] = [];
      for (const entry of entries) {
        const one = await tell(entry);
        if (one) told.push(one);
      }
      return told;
    },
  }),
]);
