import { z } from 'zod';
import { Observation } from '../../domain/observation.js';
import { getContext } from '../../queries/getContext.js';
import { EXAMPLES } from '../openapi/examples.js';
import { AsOfParam, asOf, limit, ProjectParam } from '../request/parameters.js';
import { route } from '../route.js';

export const contextRoute = route({
  method: 'GET',
  path: '/api/v1/context/{project}',
  operationId: 'getContext',
  tag: 'projects',
  summary: 'Get the recent context of a project',
  description:
    'Returns the latest observations of a project, newest first; an empty list for an unknown project.',
  params: ProjectParam,
  query: z.object({ limit: limit(100, 20), as_of: AsOfParam }),
  answers: {
    200: {
      description: 'The latest observations.',
      content: z.array(Observation),
      example: [EXAMPLES.observation],
    },
  },
  errors: ['invalid_parameter'],
  async handle({ app, params, query }) {
    const as_of = await asOf(app, query.as_of);
    return getContext(await app.readModels.current(), { ...params, limit: query.limit, as_of });
  },
});
