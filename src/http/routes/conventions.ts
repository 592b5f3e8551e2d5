import { PublishConventions, publishConventions } from '../../commands/publishConventions.js';
import { formatTime, toSeconds } from '../../domain/time.js';
import { Conventions, getConventions } from '../../queries/conventions.js';
import { atPosition } from '../mount.js';
import { ProjectParam } from '../request/parameters.js';
import { type Route, route } from '../route.js';

const PUBLISHED = {
  project: 'checkout',
  content: '# Conventions\n\nMoney is in minor units.',
  version: 1,
  updated_at: '2026-11-20T09:30:00Z',
};

const getConventionsRoute = route({
  method: 'GET',
  path: '/api/v1/openspec/{project}',
  operationId: 'getConventions',
  tag: 'projects',
  summary: 'Get the conventions of a project',
  description:
    'Returns what the project has agreed on. Before anything is published, `version` is 0 and `content` is empty.',
  params: ProjectParam,
  answers: { 200: { description: 'The conventions.', content: Conventions, example: PUBLISHED } },
  errors: ['invalid_parameter'],
  handle: async ({ app, params }) => getConventions(await app.readModels.current(), params.project),
});

const publishConventionsRoute = route({
  method: 'PUT',
  path: '/api/v1/openspec/{project}',
  operationId: 'publishConventions',
  tag: 'projects',
  summary: 'Publish the conventions of a project',
  description: 'Stores the next version of what the project has agreed on.',
  access: 'admin',
  params: ProjectParam,
  body: PublishConventions,
  example: { content: PUBLISHED.content },
  answers: {
    200: {
      description: 'The conventions.',
      content: Conventions,
      example: PUBLISHED,
      headers: { 'X-Log-Position': 'Position of the event in the log.' },
    },
  },
  errors: ['invalid_payload', 'invalid_parameter'],
  async handle({ app, params, body, context, reply }) {
    const { state, position, at } = await app.executor.execute(
      publishConventions,
      { ...params, ...body },
      context,
    );
    if (!state) throw new Error('the published conventions cannot be read back from the log');
    atPosition(reply, position);
    const { project, content, version } = state.data;
    return { project, content, version, updated_at: formatTime(toSeconds(at)) };
  },
});

export const conventionsRoutes: readonly Route[] = [getConventionsRoute, publishConventionsRoute];
