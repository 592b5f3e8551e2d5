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
    'Erases the note with all its revisions for good; that there was one stays known. Afterwards it is ' +
    '404, in no list, in no file of the vault, and the chain of the log still verifies.',
  params: idParam('observation'),
  answers: FORGET_ANSWERS,
  errors: ['not_found', 'forbidden'],
  async handle({ app, params, caller, context, reply }) {
    const forgotten = { ...params, author: restrictedAuthor(caller, app.config) };
    const { position } = await app.executor.execute(forgetObservation, forgotten, context);
    return answerForgotten(app, reply, position);
  },
});
