import { forgetObservation } from '../../commands/forgetObservation.js';
import { authorOf } from '../authorOf.js';
import { answerForgotten, FORGOTTEN } from '../forgotten.js';
import { idParam } from '../parameters.js';
import { route } from '../route.js';

export const forgetObservationRoute = route({
  method: 'DELETE',
  path: '/api/v1/observations/{id}',
  operationId: 'forgetObservation',
  tag: 'observations',
  summary: 'Forget an observation',
  description:
    'Erases the note with all its revisions for good; that there was one stays known. Afterwards it is ' +
    '404, in no list, in no file of the vault, and the chain of the log still verifies.',
  params: idParam('observation'),
  answers: FORGOTTEN,
  errors: ['not_found', 'forbidden'],
  async handle({ app, params, caller, asked, reply }) {
    const forgotten = { ...params, author: authorOf(caller, app.config) };
    const { position } = await app.executor.execute(forgetObservation, forgotten, asked);
    return answerForgotten(app, reply, position);
  },
});
