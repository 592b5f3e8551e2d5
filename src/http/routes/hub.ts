import { z } from 'zod';
import { Rejection } from '../../domain/rejection.js';
import { optional } from '../../domain/text.js';
import { MOST_HIVE_HITS } from '../../hive/cloudSearch.js';
import { instanceOf } from '../../hive/instanceOf.js';
import { receiveBatch } from '../../hive/receiveBatch.js';
import { BATCH_LIMITS, HiveBatch, HiveHits, HiveReceipt, Instance } from '../../hive/wire.js';
import { LONGEST_WAIT_MS } from '../forgetAnswers.js';
import { EXAMPLES } from '../openapi/examples.js';
import { limit, secondsRange } from '../parameters.js';
import { type Route, route } from '../route.js';
import { SEARCH_FILTERS, SearchWords, SnippetParam } from '../searchParams.js';

const INSTANCE = '9f86d081884c7d659a2feaa0c55ad015';

const healthRoute = route({
  method: 'GET',
  path: '/v1/health',
  operationId: 'getHubHealth',
  tag: 'hive',
  summary: 'Is there a hive here',
  description: 'For other vaults that use this one as their hive.',
  access: 'hub',
  answers: {
    200: {
      description: 'There is, and the key is right.',
      content: z.object({ status: z.literal('ok') }),
      example: { status: 'ok' },
    },
  },
  errors: [],
  handle: () => ({ status: 'ok' }),
});

const pushRoute = route({
  method: 'POST',
  path: '/v1/observations/batch',
  operationId: 'pushObservations',
  tag: 'hive',
  summary: 'Take what another vault says of its notes',
  description:
    'Stores, revises and forgets by origin and event: a batch sent twice, in parts or in another order ' +
    'ends as if it had come once. Takes gzip, up to 8 MiB once it is unpacked. A bad item does not stop the others.',
  access: 'hub',
  body: HiveBatch,
  example: {
    origin: INSTANCE,
    events: [
      {
        event: '01KA5ZJ3M4T6V8X0Y2Z4A6C8E1',
        id: EXAMPLES.observation.id,
        at: 1_795_167_000_000,
        position: 7,
        note: {
          type: 'decision',
          title: EXAMPLES.save.title,
          content: EXAMPLES.save.content,
          tags: EXAMPLES.save.tags,
          project: 'hive-0c1d2e3f405162738495a6b7c8d9eafb',
          created_at: EXAMPLES.observation.created_at,
        },
      },
    ],
  },
  bodyLimit: BATCH_LIMITS.bytes,
  answers: {
    200: {
      description: 'What became of each.',
      content: HiveReceipt,
      example: { accepted: 1, skipped: [], rejected: [] },
    },
  },
  errors: ['invalid_payload', 'conflict', 'idempotency_mismatch'],
  async handle({ app, body, context }) {
    if (body.origin === (await instanceOf(app.log))) {
      throw new Rejection('conflict', 'origin: is this vault itself, which is not its own hive');
    }
    const meta = { ...context.meta, actor: 'hive' };
    const from = { ...context, meta };
    const { receipt, erased } = await receiveBatch(app.executor, body.origin, body.events, from);
    if (erased > 0) await app.wiper.wipe(erased, LONGEST_WAIT_MS);
    return receipt;
  },
});

const searchRoute = route({
  method: 'GET',
  path: '/v1/search',
  operationId: 'searchHub',
  tag: 'hive',
  summary: 'Search what other vaults gave',
  description:
    'As the search of this vault, over what it received as a hive and nothing of its own. Names are ' +
    'compared as they travel.',
  access: 'hub',
  query: z.object({
    q: SearchWords,
    beside: optional(Instance).meta({ description: 'Leaves out what this vault gave.' }),
    ...SEARCH_FILTERS,
    limit: limit(MOST_HIVE_HITS, 20),
    snippet: SnippetParam,
  }),
  answers: {
    200: {
      description: 'What was found.',
      content: HiveHits,
      example: [
        {
          ...EXAMPLES.observation,
          project: 'hive-0c1d2e3f405162738495a6b7c8d9eafb',
          author: undefined,
          origin: { instance: INSTANCE, id: EXAMPLES.observation.id },
          source: 'local',
          score: 4.2,
        },
      ],
    },
  },
  errors: ['invalid_parameter', 'invalid_query'],
  async handle({ app, query }) {
    const { q, limit: most, snippet, from, to, beside = '', ...rest } = query;
    if (q.trim() === '') throw new Rejection('invalid_query', 'q: must not be blank');
    const filters = { ...rest, ...secondsRange(from, to), beside };
    const search = { q, filters, limit: most, offset: 0, snippet: snippet === '1' };
    return (await app.search(search)).hits;
  },
});

export const hubRoutes: readonly Route[] = [healthRoute, pushRoute, searchRoute];
