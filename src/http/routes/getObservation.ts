import { z } from 'zod';
import { Observation } from '../../domain/observation.js';
import { getObservation } from '../../queries/getObservation.js';
import { EXAMPLES } from '../openapi/examples.js';
import { AsOfParam, asOf, idParam } from '../request/parameters.js';
import { route } from '../route.js';

export const getObservationRoute = route({
  method: 'GET',
  path: '/api/v1/observations/{id}',
  operationId: 'getObservation',
  tag: 'observations',
  summary: 'Get an observation',
  description: 'Returns one observation by its id.',
  params: idParam('observation'),
  query: z.object({ as_of: AsOfParam }),
  answers: {
    200: { description: 'The observation.', content: Observation, example: EXAMPLES.observation },
  },
  errors: ['invalid_parameter', 'not_found'],
  async handle({ app, params, query }) {
    const as_of = await asOf(app, query.as_of);
    return getObservation(await app.readModels.current(), params.id, as_of);
  },
});
