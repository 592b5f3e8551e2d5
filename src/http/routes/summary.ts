import { z } from 'zod';
import { getSummary, Summary } from '../../queries/getSummary.js';
import { EXAMPLES } from '../openapi/examples.js';
import { AsOfParam, asOf, ProjectParam } from '../request/parameters.js';
import { route } from '../route.js';

export const summaryRoute = route({
  method: 'GET',
  path: '/api/v1/summary/{project}',
  operationId: 'getSummary',
  tag: 'projects',
  summary: 'Get the summary of a project',
  description:
    'Returns the counts, latest observations, decisions and last session of a project; zeros and nulls for an unknown project.',
  params: ProjectParam,
  query: z.object({ as_of: AsOfParam }),
  answers: {
    200: {
      description: 'The summary.',
      content: Summary,
      example: {
        project: 'checkout',
        observations_total: 1,
        sessions_total: 1,
        sessions_active: 1,
        by_type: { decision: 1 },
        by_author: { ada: 1 },
        top_tags: [{ tag: 'payments', count: 1 }],
        first_at: EXAMPLES.observation.created_at,
        last_at: EXAMPLES.observation.created_at,
        recent: [EXAMPLES.observation],
        decisions: [EXAMPLES.observation],
        sdd_phase: 'design',
        last_session: EXAMPLES.session,
      },
    },
  },
  errors: ['invalid_parameter'],
  async handle({ app, params, query }) {
    const as_of = await asOf(app, query.as_of);
    return getSummary(await app.readModels.current(), params.project, as_of);
  },
});
