import { z } from 'zod';
import { Observation } from '../../domain/observation.js';
import { getHistory } from '../../queries/getObservation.js';
import { EXAMPLES } from '../openapi/examples.js';
import { idParam } from '../request/parameters.js';
import { route } from '../route.js';

export const observationHistoryRoute = route({
  method: 'GET',
  path: '/api/v1/observations/{id}/history',
  operationId: 'getObservationHistory',
  tag: 'observations',
  summary: 'Get the history of an observation',
  description: 'Lists all revisions of an observation, oldest first.',
  params: idParam('observation'),
  answers: {
    200: {
      description: 'The revisions.',
      content: z.array(Observation),
      example: [
        { ...EXAMPLES.observation, revision: 1, updated_at: EXAMPLES.observation.created_at },
      ],
    },
  },
  errors: ['not_found'],
  handle: async ({ app, params }) => getHistory(await app.readModels.current(), params.id),
});
