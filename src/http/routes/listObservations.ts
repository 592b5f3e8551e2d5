import { z } from 'zod';
import { optional } from '../../domain/fields.js';
import { Observation } from '../../domain/observation.js';
import { Rejection } from '../../domain/rejection.js';
import { canonicalUlidOrEnd } from '../../domain/ulid.js';
import { NOTE_EVENTS } from '../../events/observation.js';
import { type AskedId, getObservations } from '../../queries/getObservation.js';
import { listNewest, observationNews } from '../../queries/listObservations.js';
import { shownFrom } from '../../queries/visible.js';
import { eventStream, sendEvents, startOfStream, wantsEvents } from '../answers/eventStream.js';
import {
  AsOfParam,
  asOf,
  ContentLimitParam,
  CursorParam,
  FILTER_PARAMS,
  NEXT_PAGE,
  nextPage,
  StateParam,
  whole,
  withContentLimit,
} from '../request/parameters.js';
import { route } from '../route.js';

const MOST_IDS = 50;
const DEFAULT_LIMIT = 20;

const Ids = z
  .string()
  .transform((list, ctx): readonly AskedId[] => {
    const texts = list.split(',', MOST_IDS + 1).map((text) => text.trim());
    if (texts.length > MOST_IDS) ctx.addIssue(`must be at most ${MOST_IDS} ids`);
    return texts.slice(0, MOST_IDS).map((text) => {
      const idOrEnd = canonicalUlidOrEnd(text);
      if (idOrEnd === undefined) ctx.addIssue(wrong(text));
      return { text, idOrEnd: idOrEnd ?? '' };
    });
  })
  .meta({ override: { type: 'string', minLength: 8 } });

const wrong = (text: string) =>
  `"${text}" is neither a ULID nor the last 8 or more characters of one`;

const ListQuery = z
  .strictObject({
    ids: optional(Ids).meta({
      description:
        `Up to ${MOST_IDS} ids, with commas between. The last 8 or more characters of an id will do. ` +
        'Goes with `as_of` only.',
      example: '01KA5ZJ3M4T6V8X0Y2Z4A6C8E0,Y2Z4A6C8',
    }),
    ...FILTER_PARAMS,
    state: StateParam,
    pinned: optional(z.literal('true')).meta({ description: 'Only pinned ones.' }),
    limit: optional(whole(1, 100)).meta({
      description: `By default ${DEFAULT_LIMIT}.`,
    }),
    content_limit: ContentLimitParam,
    cursor: CursorParam,
    as_of: AsOfParam,
  })
  .superRefine(({ ids, as_of: _, ...others }, ctx) => {
    if (ids === undefined) return;
    for (const [name, value] of Object.entries(others)) {
      if (value !== undefined)
        ctx.addIssue({ code: 'custom', path: [name], message: 'does not go with ids' });
    }
  });

const ObservationsByIds = z
  .object({
    observations: z.array(Observation),
    missing: z
      .array(z.string())
      .meta({ description: 'The ids that were not found, as the request gave them.' }),
  })
  .meta({
    id: 'ObservationsByIds',
    description: 'Observations by their ids, in the order asked, each once.',
  });

export const listObservationsRoute = route({
  method: 'GET',
  path: '/api/v1/observations',
  operationId: 'listObservations',
  tag: 'observations',
  summary: 'List observations, or get several by their ids',
  description:
    'By `created_at`, newest first, with the filters of the search. The next page neither repeats nor skips one while ' +
    'others are saved. With `ids`, those come; the end of an id that fits several is refused (409). As an event ' +
    'stream, each that is saved or revised from now on, or after `Last-Event-ID`; `{"id":…,"forgotten":true}` where one is forgotten.',
  query: ListQuery,
  answers: {
    200: {
      description: 'A page of the list, or what `ids` asked for.',
      content: z.union([z.array(Observation), ObservationsByIds]),
      example: { observations: [], missing: ['Y2Z4A6C8'] },
      headers: NEXT_PAGE,
      stream: 'id: 2\ndata: {"id":…}\n\n',
    },
  },
  errors: ['conflict'],
  async handle(call) {
    const { vault, query, sees, request, reply } = call;
    const {
      ids,
      limit = DEFAULT_LIMIT,
      content_limit,
      cursor,
      as_of,
      pinned,
      state,
      ...given
    } = query;
    if (wantsEvents(call)) {
      refuseInStream({ ids, pinned, state, limit: query.limit, cursor, as_of });
      // Refuses before the answer begins, where it can.
      await vault.readModels.current(...shownFrom(sees));
      const news = observationNews(vault, sees, given);
      const tell = async (entry: Parameters<typeof news>[0]) => {
        const one = await news(entry);
        return one && 'title' in one ? withContentLimit([one], content_limit)[0] : one;
      };
      const after = await startOfStream(call);
      const from = { after, only: { types: NOTE_EVENTS }, tell };
      return sendEvents(call, (listener) => eventStream(vault.log, { ...from, ...listener }));
    }
    const instant = await asOf(vault, as_of);
    if (ids) return getObservations(vault, sees, ids, instant);
    const filters = { ...given, ...instant, pinned: pinned && (true as const) };
    const listing = { sees, filters, after: cursor, limit, state };
    const { observations, next } = await listNewest(vault, listing);
    if (next) reply.header('link', nextPage(request.originalUrl, next));
    return withContentLimit(observations, content_limit);
  },
});

/** Throws `Rejection('invalid_parameter')` for what chooses from what is there: a stream tells what comes. */
function refuseInStream(given: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue;
    throw new Rejection('invalid_parameter', `${name}: does not go in a stream: leave it out`);
  }
}
