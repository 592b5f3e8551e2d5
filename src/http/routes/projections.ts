import { z } from 'zod';
import type { App } from '../../app/app.js';
import { optional } from '../../domain/text.js';
import { Count } from '../../queries/counts.js';
import { type Route, route } from '../route.js';

const Digest = z.string().meta({ description: 'SHA-256 (hex) over what the read models hold.' });

/** A finished rebuild. */
export const Rebuilt = z
  .object({
    events: Count.meta({ description: 'Events that were replayed and compared.' }),
    seconds: z.number().min(0),
    before: Digest.nullable().meta({
      description: 'Null when the old ones could not be read, or not at one moment with the log.',
    }),
    after: Digest,
    same: z.boolean(),
  })
  .meta({ id: 'Rebuilt', description: 'A rebuild that went through.' });

export const RebuildStatus = z
  .object({
    state: z.enum(['idle', 'building', 'comparing', 'swapping']),
    done: Count.meta({ description: 'Events replayed.' }),
    total: Count,
    last: z
      .union([Rebuilt, z.object({ error: z.string() })])
      .optional()
      .meta({ description: 'How the last one went, since the service was started.' }),
  })
  .meta({ id: 'RebuildStatus', description: 'What a rebuild is at.' });

const ProjectionStatus = z
  .object({
    name: z.string(),
    version: Count,
    position: Count.meta({ description: 'The last event it has seen.' }),
    lag: Count.meta({ description: 'Events it has yet to see.' }),
    state: z.enum(['current', 'behind', 'stopped']),
    stopped: z
      .object({
        position: Count.meta({ description: 'The event it could not stand.' }),
        error: z.string(),
        event: z.string().meta({ format: 'uri-reference', description: 'Where to read it.' }),
      })
      .optional(),
  })
  .meta({ id: 'ProjectionStatus', description: 'How far a read model is.' });

export const Projections = z
  .object({ projections: z.array(ProjectionStatus), rebuild: RebuildStatus })
  .meta({ id: 'Projections' });

const IDLE = { state: 'idle', done: 0, total: 0 } as const;
const REBUILT = {
  events: 28_400,
  seconds: 2.4,
  before: '5e'.repeat(32),
  after: '5e'.repeat(32),
  same: true,
};

const getProjectionsRoute = route({
  method: 'GET',
  path: '/admin/projections',
  operationId: 'getProjections',
  tag: 'admin',
  summary: 'Get the state of the read models',
  description:
    'How far each read model is along the log, what stopped it, and what a rebuild is at.',
  access: 'admin',
  answers: {
    200: {
      description: 'The state.',
      content: Projections,
      example: {
        projections: [
          { name: 'observations', version: 1, position: 2, lag: 0, state: 'current' },
          {
            name: 'prompts',
            version: 1,
            position: 1,
            lag: 1,
            state: 'stopped',
            stopped: { position: 2, error: '…', event: '/admin/events?after=1&limit=1' },
          },
        ],
        rebuild: IDLE,
      },
    },
  },
  errors: [],
  async handle({ app }) {
    const { position } = await app.log.head();
    await app.readModels.current();
    return { projections: projectionsOf(app, position), rebuild: app.rebuilder.status() };
  },
});

const rebuildRoute = route({
  method: 'POST',
  path: '/admin/projections/rebuild',
  operationId: 'rebuildProjections',
  tag: 'admin',
  summary: 'Rebuild the read models',
  description:
    'Builds the read models anew from the log, compares them with those that are served, and puts them in ' +
    'their place. Reads and writes go on meanwhile. What was stopped goes on if it can.',
  access: 'admin',
  act: 'rebuild',
  query: z.object({
    wait: optional(z.enum(['0', '1'])).meta({ description: '1 answers when it is done.' }),
  }),
  answers: {
    200: { description: 'It is done.', content: Rebuilt, example: REBUILT },
    202: {
      description: 'It has begun; `GET /admin/projections` tells how it goes.',
      content: RebuildStatus,
      example: { state: 'building', done: 0, total: 0 },
    },
  },
  errors: ['invalid_parameter', 'conflict', 'idempotency_mismatch'],
  async handle({ app, query, reply }) {
    const rebuilt = app.rebuilder.start();
    if (query.wait === '1') return rebuilt;
    reply.code(202);
    return app.rebuilder.status();
  },
});

function projectionsOf(app: App, head: number): z.infer<typeof ProjectionStatus>[] {
  return app.readModels.progress().map(({ projection: { name, version }, position, stopped }) => {
    const lag = Math.max(0, head - position);
    const about = { name, version, position, lag };
    if (!stopped) return { ...about, state: lag > 0 ? 'behind' : 'current' };
    const { at, error } = stopped;
    const event = `/admin/events?after=${at - 1}&limit=1`;
    return { ...about, state: 'stopped', stopped: { position: at, error, event } };
  });
}

export const projectionRoutes: readonly Route[] = [getProjectionsRoute, rebuildRoute];
