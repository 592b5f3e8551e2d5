import { z } from 'zod';
import type { App } from '../../app/app.js';
import { forgetObservation } from '../../commands/forgetObservation.js';
import { ReviseObservation, reviseObservation } from '../../commands/reviseObservation.js';
import { Observation } from '../../domain/observation.js';
import { Rejection } from '../../domain/rejection.js';
import { formatTime, toSeconds } from '../../domain/time.js';
import type { Visibility } from '../../domain/visibility.js';
import { NOW } from '../../queries/asOf.js';
import { fullId } from '../../queries/fullId.js';
import { getHistory, getObservation } from '../../queries/getObservation.js';
import { linksOf } from '../../queries/noteLinks.js';
import { toObservation } from '../../queries/toObservation.js';
import { answerForgotten, FORGET_ANSWERS } from '../answers/forgetAnswers.js';
import { shownSaver } from '../answers/shownSaver.js';
import { changed, ok } from '../answers/successAnswers.js';
import { EXAMPLES } from '../openapi/examples.js';
import { AsOfParam, asOf, ObservationParam } from '../request/parameters.js';
import { type Route, route } from '../route.js';
import { restrictedAuthor } from '../security/walls.js';

const getObservationRoute = route({
  method: 'GET',
  path: '/api/v1/observations/{id}',
  operationId: 'getObservation',
  tag: 'observations',
  summary: 'Get an observation by its id',
  params: ObservationParam,
  query: z.strictObject({ as_of: AsOfParam }),
  answers: ok('The observation.', Observation, EXAMPLES.observation),
  errors: ['not_found', 'conflict'],
  async handle({ app, params, query, sees }) {
    const as_of = await asOf(app, query.as_of);
    const id = await fullId(app.readModels, sees, params.id, as_of);
    return getObservation(app, sees, id, as_of);
  },
});

const reviseObservationRoute = route({
  method: 'PATCH',
  path: '/api/v1/observations/{id}',
  operationId: 'reviseObservation',
  tag: 'observations',
  summary: 'Revise an observation',
  description:
    'Stores the next revision; fields that are not given stay. Reads show the newest one, the history all. A ' +
    'revision that changes nothing is not recorded.',
  params: ObservationParam,
  body: ReviseObservation,
  example: { title: 'Retry every payment with one key' },
  answers: changed('The observation as revised.', Observation, {
    ...EXAMPLES.observation,
    revision: 2,
    updated_at: '2026-11-20T09:45:00Z',
  }),
  errors: ['not_found', 'forbidden', 'conflict'],
  async handle({ app, params, body, caller, sees, execute }) {
    const id = await fullId(app.readModels, sees, params.id);
    const revised = { id, ...body, author: restrictedAuthor(caller, app.config) };
    const outcome = await execute(reviseObservation, revised);
    const { state } = outcome;
    if (state?.status !== 'kept')
      throw new Error('the revised observation cannot be read back from the log');
    const { revision, revised_at } = state;
    const saver = await shownSaver(app, sees, state.saved_by);
    return {
      ...toObservation(state, saver),
      ...(await linksNow(app, sees, id)),
      revision,
      updated_at: formatTime(toSeconds(revised_at)),
    };
  },
});

/** The links and the pin of a note. It is revised, whether they can be read now or not. */
async function linksNow({ readModels }: App, sees: Visibility, id: string) {
  try {
    return linksOf(await readModels.current('observations'), id, { sees, as_of: NOW });
  } catch (error) {
    if (error instanceof Rejection && error.code === 'not_ready') return {};
    throw error;
  }
}

const forgetObservationRoute = route({
  method: 'DELETE',
  path: '/api/v1/observations/{id}',
  operationId: 'forgetObservation',
  tag: 'observations',
  summary: 'Forget an observation',
  description:
    'Erases it and all its revisions for good. Reads then answer 404, and no file of the vault holds its ' +
    'text. The log still verifies.',
  params: ObservationParam,
  waitsForWipe: true,
  answers: FORGET_ANSWERS,
  errors: ['not_found', 'forbidden', 'conflict'],
  async handle({ app, params, caller, sees, execute, request, reply }) {
    const id = await fullId(app.readModels, sees, params.id);
    const forgotten = { id, author: restrictedAuthor(caller, app.config) };
    const { position } = await execute(forgetObservation, forgotten);
    return answerForgotten(app, request, reply, position);
  },
});

const observationHistoryRoute = route({
  method: 'GET',
  path: '/api/v1/observations/{id}/history',
  operationId: 'getObservationHistory',
  tag: 'observations',
  summary: 'List all revisions of an observation, oldest first',
  params: ObservationParam,
  answers: ok('The revisions.', z.array(Observation), [
    { ...EXAMPLES.observation, revision: 1, updated_at: EXAMPLES.observation.created_at },
  ]),
  errors: ['not_found', 'conflict'],
  async handle({ app, params, sees }) {
    return getHistory(app, sees, await fullId(app.readModels, sees, params.id));
  },
});

export const observationRoutes: readonly Route[] = [
  getObservationRoute,
  reviseObservationRoute,
  forgetObservationRoute,
  observationHistoryRoute,
];
