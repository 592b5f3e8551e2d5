import { z } from 'zod';
import { isStorable, optional } from '../../domain/text.js';
import { CURRENT_SCHEMA } from '../../events/vaultEvent.js';
import { eventStream, LogEntryJson, toLogEntryJson } from '../answers/eventStream.js';
import { sendEvents, wantsEvents } from '../answers/sendEvents.js';
import { EXAMPLES } from '../openapi/examples.js';
import { limit, positionHeader, whole } from '../request/parameters.js';
import { route } from '../route.js';

const LAST_POSITION = Number.MAX_SAFE_INTEGER;

// The keys of CURRENT_SCHEMA are the types; Object.keys forgets it.
const Types = Object.keys(CURRENT_SCHEMA) as [string, ...string[]];

/** Leaves the types out of the API document: they would take 700 of its 120,000 bytes, and more with each new one. */
function withoutList({ jsonSchema }: { jsonSchema: { enum?: unknown } }): void {
  delete jsonSchema.enum;
}

const EventsQuery = z.object({
  after: optional(whole(0, LAST_POSITION)).meta({
    description: 'Only events after this position.',
  }),
  stream: optional(z.string().refine(isStorable, 'must be well-formed Unicode without NUL')).meta({
    description: 'Only events of this stream.',
    example: `observation/${EXAMPLES.observation.id}`,
  }),
  type: optional(z.enum(Types).meta({ override: withoutList })).meta({
    description: 'Only events of this type. A wrong one is refused with all that there are.',
    example: 'observation.saved',
  }),
  limit: limit(1000, 100),
});

const EXAMPLE: LogEntryJson = {
  position: 2,
  id: '01KA5ZJ3M4A1B2C3D4E5F6G7H8',
  stream: `observation/${EXAMPLES.observation.id}`,
  version: 1,
  type: 'observation.saved',
  schema: 1,
  at: '2026-11-20T09:30:00Z',
  actor: 'anonymous',
  data: null,
  hash: '9f'.repeat(32),
};

export const eventsRoute = route({
  method: 'GET',
  path: '/admin/events',
  operationId: 'listEvents',
  tag: 'admin',
  summary: 'Read the log',
  description:
    'Lists the events of the log by position. `data` of an erased event is null. With `Accept: text/event-stream` ' +
    'the answer is a stream of server-sent events: the recorded ones, then each new one. The id of a message is its ' +
    'position. `limit` applies to the list only; a list of large events (some 4 million characters) ends before, and ' +
    '`Link` leads to the rest.',
  access: 'admin',
  query: EventsQuery,
  answers: {
    200: {
      description: 'The events.',
      content: z.array(LogEntryJson),
      example: [EXAMPLE],
      headers: {
        Link: 'The next page (`rel="next"`, RFC 8288), when the log goes on; `after` of it is the last position that was looked at.',
      },
      stream: `id: 2\ndata: ${JSON.stringify(EXAMPLE)}\n\n`,
    },
  },
  async handle(call) {
    const { headers } = call.request;
    // An event source without a last id may send an empty one.
    const last =
      headers['last-event-id'] === '' ? undefined : positionHeader(call.request, 'Last-Event-ID');
    if (wantsEvents(call)) {
      const { after = 0, stream, type } = call.query;
      const from = { after: last ?? after, only: { stream, type } };
      return sendEvents(call, (listener) => eventStream(call.app.log, { ...from, ...listener }));
    }
    const { after = 0, limit, ...only } = call.query;
    const { entries, upTo } = await call.app.log.readEntries(after, limit, only);
    const { position: end } = await call.app.log.head();
    if (upTo < end) call.reply.header('link', nextPage(call.request.originalUrl, upTo));
    return entries.map(toLogEntryJson);
  },
});

/** The page of the events after position `after`. */
function nextPage(url: string, after: number): string {
  const [path = '', search = ''] = url.split('?');
  const query = new URLSearchParams(search);
  query.set('after', String(after));
  return `<${path}?${query}>; rel="next"`;
}
