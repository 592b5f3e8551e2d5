import { ReviseObservation, reviseObservation } from '../../commands/reviseObservation.js';
import { Observation } from '../../domain/observation.js';
import { formatTime, toSeconds } from '../../domain/time.js';
import { toObservation } from '../answers/toObservation.js';
import { atPosition } from '../mount.js';
import { EXAMPLES } from '../openapi/examples.js';
import { idParam } from '../request/parameters.js';
import { route } from '../route.js';
import { restrictedAuthor } from '../security/author.js';

export const reviseObservationRoute = route({
  method: 'PATCH',
  path: '/api/v1/observations/{id}',
  operationId: 'reviseObservation',
  tag: 'observations',
  summary: 'Revise an observation',
  description:
    'Stores the next revision of an observation. Fields that are not given stay as they are. Reads show the newest ' +
    'revision, the history shows all. A revision that changes nothing is not recorded.',
  params: idParam('observation'),
  body: ReviseObservation,
  example: { title: 'Retry card payments with one idempotency key' },
  answers: {
    200: {
      description: 'The observation as revised.',
      content: Observation,
      example: { ...EXAMPLES.observation, revision: 2, updated_at: '2026-11-20T09:45:00Z' },
      headers: { 'X-Log-Position': 'Position of its last event in the log.' },
    },
  },
  errors: ['invalid_payload', 'not_found', 'forbidden'],
  async handle({ app, params, body, caller, context, reply }) {
    const revised = { ...params, ...body, author: restrictedAuthor(caller, app.config) };
    const outcome = await app.executor.execute(reviseObservation, revised, context);
    const { state, position } = outcome;
    if (state?.status !== 'kept')
      throw new Error('the revised observation cannot be read back from the log');
    atPosition(reply, position);
    const { revision, revised_at } = state;
    return { ...toObservation(state), revision, updated_at: formatTime(toSeconds(revised_at)) };
  },
});
