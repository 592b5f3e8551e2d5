import { z } from 'zod';
import { Observation } from '../../domain/observation.js';
import { Rejection } from '../../domain/rejection.js';
import { optional } from '../../domain/text.js';
import { TimeParam } from '../../domain/timeSchemas.js';
import { getTimeline, type TimelineCursor } from '../../queries/getTimeline.js';
import { shownFrom } from '../../queries/visible.js';
import { ok } from '../answers/successAnswers.js';
import { EXAMPLES } from '../openapi/examples.js';
import { AsOfParam, asOf, limit, ProjectParam } from '../request/parameters.js';
import { route } from '../route.js';

const Cursor = z
  .string()
  .regex(/^-?\d{1,12}\.\d{1,15}$/, 'must be the cursor of a Link header of this service')
  .transform((text): TimelineCursor => {
    const [created_at = 0, first = 0] = text.split('.').map(Number);
    return { created_at, first };
  });

const TimelineQuery = z.object({
  from: optional(TimeParam).meta({
    description: 'Only observations created at this time or later; by default from the first.',
  }),
  to: optional(TimeParam).meta({
    description: 'Only observations created at this time or earlier; by default now.',
  }),
  limit: limit(1000, 1000),
  as_of: AsOfParam,
  cursor: optional(Cursor).meta({
    description: 'Where the next page starts; taken from the Link header.',
  }),
});

export const timelineRoute = route({
  method: 'GET',
  path: '/api/v1/timeline/{project}',
  operationId: 'getTimeline',
  tag: 'projects',
  summary: 'Get the timeline of a project',
  description:
    'Lists the observations of a project, oldest first. `from` and `to` are inclusive. A page with long texts (some ' +
    '4 million characters) ends before `limit`; the `Link` header leads to the next.',
  params: ProjectParam,
  query: TimelineQuery,
  answers: ok('A page of the timeline.', z.array(Observation), [EXAMPLES.observation], {
    Link: 'The next page (`rel="next"`, RFC 8288), when there is one.',
  }),
  async handle({ app, params, query, sees, request, reply }) {
    const { from, to = app.executor.now(), limit, cursor } = query;
    if (from !== undefined && from > to) {
      throw new Rejection('invalid_parameter', 'from: must not be after to', [
        { path: '/from', message: 'must not be after to' },
      ]);
    }
    const as_of = await asOf(app, query.as_of);
    const { observations, next } = await getTimeline(
      () => app.readModels.current(...shownFrom(sees)),
      sees,
      {
        project: params.project,
        // Whole seconds, as read models keep them.
        from: Math.ceil((from ?? BEGINNING) / 1000),
        to: Math.floor(to / 1000),
        after: cursor,
        limit,
        as_of,
      },
    );
    if (next) reply.header('link', `<${nextPage(request.originalUrl, next, to)}>; rel="next"`);
    return observations;
  },
});

/** Earlier than any date that RFC 3339 can write. */
const BEGINNING = Date.UTC(-1, 0);

/** `to` is fixed, so that pages of a growing timeline fit together. */
function nextPage(url: string, next: TimelineCursor, to: number): string {
  const [path = '', search = ''] = url.split('?');
  const query = new URLSearchParams(search);
  query.set('to', new Date(to).toISOString());
  query.set('cursor', `${next.created_at}.${next.first}`);
  return `${path}?${query}`;
}
