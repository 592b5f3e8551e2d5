import { forgetObservation } from '../../commands/forgetObservation.js';
import { answerForgotten, FORGET_ANSWERS } from '../answers/forgetAnswers.js';
import { idParam } from '../request/parameters.js';
import { route } from '../route.js';
import { restrictedAuthor } from '../security/author.js';

export const forgetObservationRoute = route({
  method: 'DELETE',
  path: '/api/v1/observations/{id}',
  operationId: 'forgetObservation',
  tag: 'observations',
  summary: 'Forget an observation',
  description:
    'Erases the observation and all its revisions for good. Reads then answer 404, no list shows it, and no file of ' +
    'the vault holds its text. The log still shows that it existed, and its hash chain still verifies.',
  params: idParam('observation'),
  answers: FORGET_ANSWERS,
  errors: ['not_found', 'forbidden'],
  async handle({ app, params, caller, context, reply }) {
    const forgotten = { ...params, author: restrictedAuthor(caller, app.config) };
    const { position } = await app.executor.execute(forgetObservation, forgotten, context);
    return answerForgotten(app, reply, position);
  },
});
