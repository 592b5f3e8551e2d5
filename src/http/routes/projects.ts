import { z } from 'zod';
import { Name, optional, TimeParam } from '../../domain/fields.js';
import { Observation } from '../../domain/observation.js';
import { Rejection } from '../../domain/rejection.js';
import { MOST_FILES } from '../../domain/startSettings.js';
import { CONTEXT_FROM, getContext } from '../../queries/getContext.js';
import { getTimeline } from '../../queries/listObservations.js';
import {
  getSummary,
  listProjects,
  PROJECTS_FROM,
  Project,
  Summary,
} from '../../queries/projects.js';
import { InLayer } from '../../queries/search/searchHit.js';
import { DayCount, getActivity } from '../../queries/stats.js';
import { shownFrom } from '../../queries/visible.js';
import { ok } from '../answers/successAnswers.js';
import { ownTeamIn } from '../door/walls.js';
import { EXAMPLES } from '../openapi/examples.js';
import {
  AsOfParam,
  asOf,
  ContentLimitParam,
  CursorParam,
  FILTER_PARAMS,
  LayersParam,
  limit,
  NEXT_PAGE,
  nextPage,
  ProjectParam,
  slicesWithContentLimit,
  whole,
  withContentLimit,
} from '../request/parameters.js';
import { get, group } from '../route.js';

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

/** `?file=a&file=b` */
const FilesParam = optional(z.union([z.string(), z.array(z.string())]))
  .transform((given = []) => (typeof given === 'string' ? [given] : given))
  .refine((files) => files.length <= MOST_FILES, `must be at most ${MOST_FILES} files`)
  .meta({
    description:
      'Files that are worked on, from the root of the repository, or folders, with a `/` at the end; repeated for each.',
    override: {
      type: 'array',
      items: { type: 'string' },
      maxItems: MOST_FILES,
      anyOf: undefined,
    },
  });

/** Earlier than any date that RFC 3339 can write. */
const BEGINNING = Date.UTC(-1, 0);

const MOST_DAYS = 1000;
const DAYS = 365;

export const projectRoutes = group({ tag: 'projects' }, [
  get('/api/v1/context/{project}', 'getContext', {
    summary: 'Get the recent context of a project',
    description:
      'Its pinned observations, then those about the files that `file` names (decisions, antipatterns and patterns first), then ' +
      'the latest others, each newest first; none of an unknown project. Superseded ones are left out unless pinned. Pins take ' +
      'at most half of the places, those about files half of the rest, while there are others. Behind them come its layers, marked ' +
      'with `layer`: what is `personal`, and what holds `everywhere`, pinned first, in a quarter of the places or what the project leaves.',
    params: ProjectParam,
    query: z.strictObject({
      limit: limit(100, 20),
      spread: optional(z.literal('true')).meta({
        description:
          'At most half of the latest have the same type, author, session or import, and a quarter says no more than its title.',
      }),
      file: FilesParam,
      layers: LayersParam,
      content_limit: ContentLimitParam,
      as_of: AsOfParam,
    }),
    answers: ok('The latest observations.', z.array(Observation.and(InLayer)), [
      EXAMPLES.observation,
    ]),
    async handle({ vault, params: { project }, query, sees }) {
      const instant = await asOf(vault, query.as_of);
      const views = () => vault.readModels.current(...shownFrom(sees), CONTEXT_FROM);
      const { limit, spread, layers, content_limit, file: files } = query;
      const request = { project, limit, files, spread: spread === 'true', layers, ...instant };
      return slicesWithContentLimit(getContext(views, sees, request), content_limit);
    },
  }),
  get('/api/v1/timeline/{project}', 'getTimeline', {
    summary: 'Get the timeline of a project',
    description: 'Its observations, oldest first. `from` and `to` are inclusive.',
    params: ProjectParam,
    query: TimelineQuery,
    answers: ok('A page of the timeline.', z.array(Observation), [EXAMPLES.observation], NEXT_PAGE),
    async handle({ vault, params, query, sees, request, reply }) {
      const { from, to = vault.executor.now(), limit, cursor } = query;
      if (from !== undefined && from > to) {
        throw new Rejection('invalid_parameter', 'from: must not be after to', [
          { path: '/from', message: 'must not be after to' },
        ]);
      }
      const instant = await asOf(vault, query.as_of);
      const { observations, next } = await getTimeline(
        () => vault.readModels.current(...shownFrom(sees)),
        sees,
        {
          project: params.project,
          // Whole seconds, as read models keep them.
          from: Math.ceil((from ?? BEGINNING) / 1000),
          to: Math.floor(to / 1000),
          after: cursor,
          limit,
          ...instant,
        },
      );
      // `to` is fixed, so that pages of a growing timeline fit together.
      const fixed = { to: new Date(to).toISOString() };
      if (next) reply.header('link', nextPage(request.originalUrl, next, fixed));
      return withContentLimit(observations, query.content_limit);
    },
  }),
  get('/api/v1/summary/{project}', 'getSummary', {
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
    async handle({ vault, params: { project }, query, sees, ownTeam }) {
      const team = ownTeamIn(project, { sees, ownTeam });
      const instant = await asOf(vault, query.as_of);
      const views = () => vault.readModels.current(...shownFrom(sees), 'sessions', 'sdd');
      return getSummary(views, sees, { project, team, ...instant });
    },
  }),
  get('/api/v1/projects', 'listProjects', {
    summary: 'List projects, the most recently active first',
    query: z.strictObject({
      project: FILTER_PARAMS.project,
      filled: optional(z.literal('true')).meta({
        description: 'Only projects that have something in them.',
      }),
    }),
    answers: ok('The projects.', z.array(Project), [EXAMPLES.project]),
    handle: async ({ vault, query, sees }) =>
      listProjects(await vault.readModels.current(...PROJECTS_FROM), sees, query),
  }),
  get('/api/v1/activity', 'getActivity', {
    summary: 'Get the activity of each day',
    description:
      'How many observations were made on each of the last days in UTC, oldest first; days without any are left out.',
    query: z.strictObject({
      project: optional(Name).meta({ description: 'Only of this project.' }),
      days: optional(whole(1, MOST_DAYS)).meta({ description: `By default ${DAYS}.` }),
    }),
    answers: ok('The days.', z.array(DayCount), [{ date: '2026-11-20', count: 1 }]),
    async handle({ vault, query: { project, days = DAYS }, sees }) {
      const views = await vault.readModels.current('observations');
      return getActivity(views, sees, { project, days, now: vault.clock() });
    },
  }),
]);
