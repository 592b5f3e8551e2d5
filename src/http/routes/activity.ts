import { z } from 'zod';
import { Name, optional } from '../../domain/text.js';
import { DayCount, getActivity } from '../../queries/getActivity.js';
import { ok } from '../answers/successAnswers.js';
import { whole } from '../request/parameters.js';
import { route } from '../route.js';

const MOST_DAYS = 1000;
const DAYS = 365;

export const activityRoute = route({
  method: 'GET',
  path: '/api/v1/activity',
  operationId: 'getActivity',
  tag: 'projects',
  summary: 'Get the activity of each day',
  description:
    'How many observations were made on each of the last days in UTC, oldest first; days without any are left out.',
  query: z.strictObject({
    project: optional(Name).meta({ description: 'Only of this project.' }),
    days: optional(whole(1, MOST_DAYS)).meta({ description: `By default ${DAYS}.` }),
  }),
  answers: ok('The days.', z.array(DayCount), [{ date: '2026-11-20', count: 1 }]),
  handle: ({ app, query: { project, days = DAYS }, sees }) =>
    getActivity(() => app.readModels.current('observations'), sees, {
      project,
      days,
      now: app.clock(),
    }),
});
