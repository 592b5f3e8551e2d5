import { z } from 'zod';
import type { Vault } from '../../app/vault.js';
import { optional } from '../../domain/fields.js';
import { Count } from '../../queries/counts.js';
import { ok } from '../answers/successAnswers.js';
import { EXAMPLES } from '../openapi/examples.js';
import { ADMIN, get, group, post } from '../route.js';

const Digest = z
  .string()
  .meta({ description: 'SHA-256 over the contents of the read models, in hex.' });

/** A rebuild that succeeded. */
const Rebuilt = z
  .object({
    events: Count.meta({ description: 'Events that were replayed and compared.' }),
    seconds: z.number().min(0),
    before: Digest.nullable().meta({
      description:
        'Digest of the old read models; null when they could not be read at this position.',
    }),
    damage: z.string().nullable().meta({
      description:
        'What was damaged in the old file, such as an index; null for nothing, or if not compared.',
    }),
    after: Digest,
    same: z.boolean(),
  })
  .meta({
    id: 'Rebuilt',
    description: '`same` says whether the old and the new read models are equal.',
  });

export const RebuildStatus = z
  .object({
    state: z.enum(['idle', 'building', 'comparing', 'swapping']),
    done: Count.meta({ description: 'Events replayed so far.' }),
    total: Count,
    last: z
      .union([Rebuilt, z.object({ error: z.string() })])
      .optional()
      .meta({ description: 'The last rebuild since the service was started.' }),
  })
  .meta({ id: 'RebuildStatus' });

export const ProjectionStatus = z
  .object({
    name: z.string(),
    version: Count,
    position: Count.meta({ description: 'The last event that was applied.' }),
    lag: Count.meta({ description: 'Events still to be applied.' }),
    state: z.enum(['current', 'behind', 'stopped']),
    stopped: z
      .object({
        position: Count.meta({ description: 'The event that could not be applied.' }),
        error: z.string(),
        event: z
          .string()
          .meta({ format: 'uri-reference', description: 'Where to read that event.' }),
      })
      .optional(),
  })
  .meta({ id: 'ProjectionStatus' });

export const Projections = z
  .object({ projections: z.array(ProjectionStatus), rebuild: RebuildStatus })
  .meta({ id: 'Projections' });

const IDLE = { state: 'idle', done: 0, total: 0 } as const;
const REBUILT = {
  events: 28_400,
  seconds: 2.4,
  before: EXAMPLES.hash,
  damage: null,
  after: EXAMPLES.hash,
  same: true,
};

export const projectionRoutes = group(ADMIN, [
  get('/admin/projections', 'getProjections', {
    summary: 'Get the state of the read models, and the progress of a rebuild',
    answers: ok('The state.', Projections, {
      projections: [
        {
          name: 'prompts',
          version: 6,
          position: 1,
          lag: 1,
          state: 'stopped',
          stopped: {
            position: 2,
            error: 'content is missing',
            event: '/admin/events?after=1&limit=1',
          },
        },
      ],
      rebuild: IDLE,
    }),
    async handle({ vault, upkeep }) {
      const { position } = await vault.log.head();
      await vault.readModels.latest();
      return { projections: projectionsOf(vault, position), rebuild: upkeep.rebuilder.status() };
    },
  }),
  post('/admin/projections/rebuild', 'rebuildProjections', {
    summary: 'Rebuild the read models',
    description:
      'Builds new ones from the log, compares them with those in use, and replaces them. Reads and writes go on.',
    act: 'rebuild',
    assertPossible: ({ rebuilder }) => rebuilder.assertIdle(),
    query: z.strictObject({
      wait: optional(z.enum(['0', '1'])).meta({
        description: '1 waits for the end of the rebuild.',
      }),
    }),
    answers: {
      200: { description: 'The rebuild is done.', content: Rebuilt, example: REBUILT },
      202: {
        description: 'It has begun; `GET /admin/projections` shows its progress.',
        content: RebuildStatus,
        example: { state: 'building', done: 0, total: 0 },
      },
    },
    errors: ['conflict'],
    async handle({ upkeep, query, reply }) {
      const rebuilt = upkeep.rebuilder.start();
      if (query.wait === '1') return rebuilt;
      reply.code(202);
      return upkeep.rebuilder.status();
    },
  }),
]);

/** How far each read model has read a log that ends at `head`. */
export function projectionsOf(vault: Vault, head: number): z.infer<typeof ProjectionStatus>[] {
  return vault.readModels.progress().map(({ projection: { name, version }, position, stopped }) => {
    const lag = Math.max(0, head - position);
    const about = { name, version, position, lag };
    if (!stopped) return { ...about, state: lag > 0 ? 'behind' : 'current' };
    const { at, error } = stopped;
    const event = `/admin/events?after=${at - 1}&limit=1`;
    return { ...about, state: 'stopped', stopped: { position: at, error, event } };
  });
}
