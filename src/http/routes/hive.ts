import { z } from 'zod';
import { pauseProject, resumeProject } from '../../commands/pauseProject.js';
import { disabledStatus, HiveStatus } from '../../hive/hiveStatus.js';
import { atPosition } from '../mount.js';
import { ProjectParam } from '../request/parameters.js';
import { type Route, route } from '../route.js';

const hiveStatusRoute = route({
  method: 'GET',
  path: '/api/v1/hive/status',
  operationId: 'getHiveStatus',
  tag: 'hive',
  summary: 'Get the state of the hive',
  description:
    'Returns whether this vault exchanges observations with another instance, and the state of that exchange.',
  answers: {
    200: {
      description: 'The state.',
      content: HiveStatus,
      example: disabledStatus('VAULT_HIVE_URL is not set'),
    },
  },
  errors: [],
  handle: ({ app }) => app.hive.status(),
});

const Participation = z
  .object({ project: z.string(), hive: z.enum(['paused', 'active']) })
  .meta({ id: 'HiveParticipation', description: 'Whether a project takes part in the hive.' });

const headers = { 'X-Log-Position': 'Position of the event that records it.' };

const pauseRoute = route({
  method: 'POST',
  path: '/admin/hive/projects/{project}/pause',
  operationId: 'pauseHiveProject',
  tag: 'hive',
  summary: 'Pause a project in the hive',
  description:
    'Pushes nothing of the project until it is resumed, not even observations that were saved before the pause. ' +
    'What the hub already has stays there.',
  access: 'admin',
  params: ProjectParam,
  answers: {
    200: {
      description: 'The project is paused.',
      content: Participation,
      example: { project: 'checkout', hive: 'paused' },
      headers,
    },
  },
  errors: ['invalid_parameter', 'idempotency_mismatch'],
  async handle({ app, params, context, reply }) {
    const { position } = await app.executor.execute(pauseProject, params, context);
    atPosition(reply, position);
    return { project: params.project, hive: 'paused' };
  },
});

const resumeRoute = route({
  method: 'POST',
  path: '/admin/hive/projects/{project}/resume',
  operationId: 'resumeHiveProject',
  tag: 'hive',
  summary: 'Resume a project in the hive',
  description: 'Pushes the project again, including what was saved during the pause.',
  access: 'admin',
  params: ProjectParam,
  answers: {
    200: {
      description: 'The project takes part again.',
      content: Participation,
      example: { project: 'checkout', hive: 'active' },
      headers,
    },
  },
  errors: ['invalid_parameter', 'idempotency_mismatch'],
  async handle({ app, params, context, reply }) {
    const { position } = await app.executor.execute(resumeProject, params, context);
    atPosition(reply, position);
    return { project: params.project, hive: 'active' };
  },
});

export const hiveRoutes: readonly Route[] = [hiveStatusRoute, pauseRoute, resumeRoute];
