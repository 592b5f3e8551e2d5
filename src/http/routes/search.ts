import { z } from 'zod';
import { Rejection } from '../../domain/rejection.js';
import { optional } from '../../domain/text.js';
import { SearchHit } from '../../queries/search/searchHit.js';
import { READINGS, type Search } from '../../queries/search/searchObservations.js';
import { EXAMPLES } from '../openapi/examples.js';
import { AsOfParam, asOf, limit, secondsRange, whole } from '../request/parameters.js';
import { SEARCH_FILTERS, SearchWords, SnippetParam } from '../request/searchParams.js';
import { route } from '../route.js';

const SearchQuery = z.object({
  q: SearchWords,
  cloud: optional(z.enum(['0', '1'])).meta({
    description:
      '1 also asks the hive, unless `as_of` is given: what others said then nobody knows.',
  }),
  ...SEARCH_FILTERS,
  limit: limit(100, 20),
  snippet: SnippetParam,
  as_of: AsOfParam,
  offset: optional(whole(0, 10_000)).meta({ description: 'Leave out the first so many.' }),
});

export const searchRoute = route({
  method: 'GET',
  path: '/api/v1/search',
  operationId: 'searchObservations',
  tag: 'observations',
  summary: 'Search observations',
  description:
    'Full-text search, best first. Text is language: what holds all of its words comes first, what holds ' +
    'some of them fills up. Quotes, `AND`, `OR`, `NOT`, `NEAR(…)`, `word*`, `^word` and ' +
    '`title:`, `content:`, `tags:` are taken as FTS5 syntax; any other text is words and never an error.',
  query: SearchQuery,
  answers: {
    200: {
      description: 'What was found.',
      content: z.array(SearchHit),
      example: [{ ...EXAMPLES.observation, source: 'local', score: 4.2 }],
      headers: {
        'X-Search': `How it was read: ${READINGS.map((one) => `\`${one}\``).join(', ')}.`,
        'X-Hive': '`unavailable` when the hive was asked for and did not answer.',
      },
    },
  },
  errors: ['invalid_parameter', 'invalid_query'],
  async handle({ app, query, reply }) {
    const { q, cloud, limit, offset = 0, snippet, from, to, as_of, ...rest } = query;
    const moment = await asOf(app, as_of);
    const filters = { ...rest, ...secondsRange(from, to), as_of: moment };
    const search = { q, filters, limit, offset, snippet: snippet === '1' };
    if (q.trim() === '') throw new Rejection('invalid_query', 'q: must not be blank');
    const local = (one: Search) => app.search(one);
    // The hive has no state for a moment of our log.
    const isAsked = cloud === '1' && as_of === undefined;
    const { hits, reading, hive } = isAsked
      ? await app.hive.search(local, search)
      : { ...(await local(search)), hive: false };
    reply.header('x-search', reading);
    if (cloud === '1' && !hive) reply.header('x-hive', 'unavailable');
    return hits;
  },
});
