import { setPin } from '../../commands/setPin.js';
import { fullId } from '../../queries/fullId.js';
import { noContent } from '../answers/successAnswers.js';
import { ObservationParam } from '../request/parameters.js';
import { type Call, type Route, route } from '../route.js';
import { restrictedAuthor } from '../security/walls.js';

const PIN = {
  path: '/api/v1/observations/{id}/pin',
  tag: 'observations',
  params: ObservationParam,
  errors: ['not_found', 'forbidden', 'conflict'],
} as const;

const pinRoute = route({
  ...PIN,
  method: 'PUT',
  operationId: 'pinObservation',
  summary: 'Pin an observation',
  description:
    'Puts it first in the context of its project. Who may revise it may pin it; pinning it again changes nothing.',
  answers: noContent('Pinned.'),
  handle: (call) => setTo(true, call),
});

const unpinRoute = route({
  ...PIN,
  method: 'DELETE',
  operationId: 'unpinObservation',
  summary: 'Unpin an observation, if it is pinned',
  answers: noContent('Not pinned.'),
  handle: (call) => setTo(false, call),
});

type PinCall = Call<{ id: string }, unknown, unknown>;

async function setTo(pinned: boolean, { app, params, caller, sees, execute }: PinCall) {
  const id = await fullId(app.readModels, sees, params.id);
  await execute(setPin, { id, pinned, author: restrictedAuthor(caller, app.config) });
}

export const pinRoutes: readonly Route[] = [pinRoute, unpinRoute];
