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
  description: 'Whether observations are exchanged with another instance, and how that goes.',
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

const headers = { 'X-Log-Position': 'Place of the event that says so.' };

const pauseRoute = route({
  method: 'POST',
  path: '/admin/hive/projects/{project}/pause',
  operationId: 'pauseHiveProject',
  tag: 'hive',
  summary: 'Keep a project out of the hive',
  description:
    'Nothing of the project is pushed until it is resumed, also what was saved before and not pushed ' +
    'yet. What the hive already has stays there.',
  access: 'admin',
  params: ProjectParam,
  answers: {
    200: {
      description: 'It is paused.',
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
  summary: 'Let a project take part in the hive again',
  description: 'What was saved while it was paused is pushed as well.',
  access: 'admin',
  params: ProjectParam,
  answers: {
    200: {
      description: 'It takes part.',
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
