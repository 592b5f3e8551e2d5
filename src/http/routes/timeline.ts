import { z } from 'zod';
import { Observation } from '../../domain/observation.js';
import { Rejection } from '../../domain/rejection.js';
import { optional } from '../../domain/text.js';
import { TimeParam } from '../../domain/timeSchemas.js';
import { getTimeline } from '../../queries/getTimeline.js';
import { shownFrom } from '../../queries/visible.js';
import { ok } from '../answers/successAnswers.js';
import { EXAMPLES } from '../openapi/examples.js';
import { ContentLimitParam, withContentLimit } from '../request/contentLimit.js';
import { CursorParam, NEXT_PAGE, nextPage } from '../request/pages.js';
import { AsOfParam, asOf, limit, ProjectParam } from '../request/parameters.js';
import { route } from '../route.js';

const TimelineQuery = z.strictObject({
  from: optional(TimeParam).meta({
    description: 'By default from the first.',
  }),
  to: optional(TimeParam).meta({
    description: 'By default now.',
  }),
  limit: limit(1000, 1000),
  content_limit: ContentLimitParam,
  as_of: AsOfParam,
  cursor: CursorParam,
});

export const timelineRoute = route({
  method: 'GET',
  path: '/api/v1/timeline/{project}',
  operationId: 'getTimeline',
  tag: 'projects',
  summary: 'Get the timeline of a project',
  description: 'Its observations, oldest first. `from` and `to` are inclusive.',
  params: ProjectParam,
  query: TimelineQuery,
  answers: ok('A page of the timeline.', z.array(Observation), [EXAMPLES.observation], NEXT_PAGE),
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
    // `to` is fixed, so that pages of a growing timeline fit together.
    const fixed = { to: new Date(to).toISOString() };
    if (next) reply.header('link', nextPage(request.originalUrl, next, fixed));
    return withContentLimit(observations, query.content_limit);
  },
});

/** Earlier than any date that RFC 3339 can write. */
const BEGINNING = Date.UTC(-1, 0);
