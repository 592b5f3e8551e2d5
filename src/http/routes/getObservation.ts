import { Observation } from '../../domain/observation.js';
import { getObservation } from '../../queries/getObservation.js';
import { EXAMPLES } from '../examples.js';
import { idParam } from '../parameters.js';
import { route } from '../route.js';

export const getObservationRoute = route({
  method: 'GET',
  path: '/api/v1/observations/{id}',
  operationId: 'getObservation',
  tag: 'observations',
  summary: 'Get an observation',
  description: 'One observation by its id.',
  params: idParam('observation'),
  answers: {
    200: { description: 'The observation.', content: Observation, example: EXAMPLES.observation },
  },
  errors: ['not_found'],
  handle: ({ app, params }) => getObservation(app.projector.views, params.id),
});
