import { z } from 'zod';
import { pauseProject, resumeProject } from '../../commands/pauseProject.js';
import { disabledStatus, HiveStatus } from '../../hive/hiveStatus.js';
import { changed, ok } from '../answers/successAnswers.js';
import { ProjectParam } from '../request/parameters.js';
import { type Route, route } from '../route.js';

const hiveStatusRoute = route({
  method: 'GET',
  path: '/api/v1/hive/status',
  operationId: 'getHiveStatus',
  tag: 'hive',
  summary: 'Get the state of the hive',
  description:
    'Whether this vault exchanges observations with another instance, and how that goes.',
  answers: ok('The state.', HiveStatus, disabledStatus('VAULT_HIVE_URL is not set')),
  handle: ({ app }) => app.hive.status(),
});

const Participation = z
  .object({ project: z.string(), hive: z.enum(['paused', 'active']) })
  .meta({ id: 'HiveParticipation' });

const pauseRoute = route({
  method: 'POST',
  path: '/admin/hive/projects/{project}/pause',
  operationId: 'pauseHiveProject',
  tag: 'hive',
  summary: 'Pause a project in the hive',
  description:
    'Pushes nothing of the project until it is resumed, not even what was saved before. What the hub already has ' +
    'stays there.',
  access: 'admin',
  params: ProjectParam,
  answers: changed('The project is paused.', Participation, {
    project: 'checkout',
    hive: 'paused',
  }),
  async handle({ params, execute }) {
    await execute(pauseProject, params);
    return { project: params.project, hive: 'paused' };
  },
});

const resumeRoute = route({
  method: 'POST',
  path: '/admin/hive/projects/{project}/resume',
  operationId: 'resumeHiveProject',
  tag: 'hive',
  summary: 'Resume a project in the hive',
  description: 'Pushes it again, including what was saved during the pause.',
  access: 'admin',
  params: ProjectParam,
  answers: changed('The project takes part again.', Participation, {
    project: 'checkout',
    hive: 'active',
  }),
  async handle({ params, execute }) {
    await execute(resumeProject, params);
    return { project: params.project, hive: 'active' };
  },
});

export const hiveRoutes: readonly Route[] = [hiveStatusRoute, pauseRoute, resumeRoute];
