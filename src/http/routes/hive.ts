import { z } from 'zod';
import { pauseProject, resumeProject } from '../../commands/hive.js';
import { OutTime } from '../../domain/fields.js';
import { formatTime, toSeconds } from '../../domain/time.js';
import { disabledStatus, HiveStatus } from '../../hive/hiveStatus.js';
import { Count } from '../../queries/counts.js';
import { changed, ok } from '../answers/successAnswers.js';
import { EXAMPLES } from '../openapi/examples.js';
import { limit, ProjectParam } from '../request/parameters.js';
import { get, group, post } from '../route.js';

const Participation = z
  .object({ project: z.string(), hive: z.enum(['paused', 'active']) })
  .meta({ id: 'HiveParticipation' });

const RefusedItem = z
  .object({
    note: z.string().meta({ description: 'Id of the observation.' }),
    position: Count.meta({ description: 'The event that was pushed.' }),
    at: OutTime.optional().meta({ description: 'When that was recorded here.' }),
    reason: z.string().meta({ description: 'The reason that the hub gave.' }),
  })
  .meta({ id: 'RefusedItem' });

export const hiveRoutes = group({ tag: 'hive' }, [
  get('/api/v1/hive/status', 'getHiveStatus', {
    summary: 'Get the state of the hive',
    description:
      'Whether this vault exchanges observations with another instance, and how that goes.',
    answers: ok('The state.', HiveStatus, disabledStatus('VAULT_HIVE_URL is not set')),
    handle: ({ vault }) => vault.hive.status(),
  }),
  post('/admin/hive/projects/{project}/pause', 'pauseHiveProject', {
    audience: 'admin',
    summary: 'Pause a project in the hive',
    description:
      'Pushes nothing of the project until it is resumed, not even what was saved before. What the hub already has ' +
      'stays there.',
    params: ProjectParam,
    answers: changed('The project is paused.', Participation, {
      project: 'checkout',
      hive: 'paused',
    }),
    async handle({ params, execute }) {
      await execute(pauseProject, params);
      return { project: params.project, hive: 'paused' };
    },
  }),
  post('/admin/hive/projects/{project}/resume', 'resumeHiveProject', {
    audience: 'admin',
    summary: 'Resume a project in the hive',
    description: 'Pushes it again, including what was saved during the pause.',
    params: ProjectParam,
    answers: changed('The project takes part again.', Participation, {
      project: 'checkout',
      hive: 'active',
    }),
    async handle({ params, execute }) {
      await execute(resumeProject, params);
      return { project: params.project, hive: 'active' };
    },
  }),
  get('/admin/hive/refused', 'listRefusedItems', {
    audience: 'admin',
    summary: 'List what the hub refused',
    description:
      'Lists the observations that the hub refused and that were not pushed since, newest first.',
    query: z.strictObject({ limit: limit(1000, 100) }),
    answers: ok('What was refused.', z.array(RefusedItem), [
      {
        note: EXAMPLES.observation.id,
        position: 2,
        at: '2026-11-20T09:30:00Z',
        reason: 'it is too large for the hub',
      },
    ]),
    handle: ({ vault, query }) =>
      Promise.all(
        vault.hive.refused(query.limit).map(async ({ event, note, position, reason }) => {
          // Not in a log that was restored from before it.
          const envelope = await vault.log.envelopeOf(event);
          const at = envelope && formatTime(toSeconds(envelope.at));
          return { note, position, at, reason };
        }),
      ),
  }),
]);
