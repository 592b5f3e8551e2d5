import { z } from 'zod';
import { Observation } from '../../domain/observation.js';
import { optional } from '../../domain/text.js';
import { CONTEXT_FROM, getContext } from '../../queries/getContext.js';
import { getSummary, Summary } from '../../queries/getSummary.js';
import { listProjects, PROJECTS_FROM, Project } from '../../queries/listProjects.js';
import { shownFrom } from '../../queries/visible.js';
import { ok } from '../answers/successAnswers.js';
import { EXAMPLES } from '../openapi/examples.js';
import { ContentLimitParam, slicesWithContentLimit } from '../request/contentLimit.js';
import { AsOfParam, asOf, limit, ProjectParam } from '../request/parameters.js';
import { FILTER_PARAMS } from '../request/searchParams.js';
import { route } from '../route.js';

export const contextRoute = route({
  method: 'GET',
  path: '/api/v1/context/{project}',
  operationId: 'getContext',
  tag: 'projects',
  summary: 'Get the recent context of a project',
  description:
    'Its pinned observations, then the latest others, each newest first; none of an unknown project. ' +
    'Superseded ones are left out unless pinned. Pins take at most half of the places while there are others.',
  params: ProjectParam,
  query: z.strictObject({
    limit: limit(100, 20),
    spread: optional(z.literal('true')).meta({
      description: 'At most half of the others have the same type, author, session or import.',
    }),
    content_limit: ContentLimitParam,
    as_of: AsOfParam,
  }),
  answers: ok('The latest observations.', z.array(Observation), [EXAMPLES.observation]),
  async handle({ app, params: { project }, query, sees }) {
    const as_of = await asOf(app, query.as_of);
    const views = () => app.readModels.current(...shownFrom(sees), CONTEXT_FROM);
    const { limit, spread, content_limit } = query;
    const request = { project, limit, spread: spread === 'true', as_of };
    return slicesWithContentLimit(getContext(views, sees, request), content_limit);
  },
});

export const summaryRoute = route({
  method: 'GET',
  path: '/api/v1/summary/{project}',
  operationId: 'getSummary',
  tag: 'projects',
  summary: 'Get the summary of a project',
  description:
    'Counts, latest observations, decisions and last session; zeros and nulls of an unknown project.',
  params: ProjectParam,
  query: z.strictObject({ as_of: AsOfParam }),
  answers: ok('The summary.', Summary, {
    project: 'checkout',
    observations_total: 1,
    sessions_total: 0,
    sessions_active: 0,
    by_type: { learning: 1 },
    by_author: { ada: 1 },
    top_tags: [{ tag: 'payments', count: 1 }],
    first_at: EXAMPLES.observation.created_at,
    last_at: EXAMPLES.observation.created_at,
    recent: [],
    decisions: [],
    sdd_phase: 'design',
    last_session: null,
  }),
  async handle({ app, params: { project }, query, sees, ownTeam: team }) {
    const as_of = await asOf(app, query.as_of);
    const views = () => app.readModels.current(...shownFrom(sees), 'sessions', 'sdd');
    return getSummary(views, sees, { project, team, as_of });
  },
});

export const projectsRoute = route({
  method: 'GET',
  path: '/api/v1/projects',
  operationId: 'listProjects',
  tag: 'projects',
  summary: 'List projects, the most recently active first',
  query: z.strictObject({
    project: FILTER_PARAMS.project,
    filled: optional(z.literal('true')).meta({ description: 'Only what holds something.' }),
  }),
  answers: ok('The projects.', z.array(Project), [EXAMPLES.project]),
  handle: async ({ app, query, sees }) =>
    listProjects(await app.readModels.current(...PROJECTS_FROM), sees, query),
});
