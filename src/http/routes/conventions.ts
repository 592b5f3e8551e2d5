import { forgetConventions } from '../../commands/forgetting.js';
import { PublishConventions, publishConventions } from '../../commands/publishConventions.js';
import { optional } from '../../domain/text.js';
import { formatTime, toSeconds } from '../../domain/time.js';
import { projectStreamKey } from '../../events/recorded.js';
import {
  Conventions,
  conventionsStreams,
  getConventions,
  getConventionsVersion,
} from '../../queries/conventions.js';
import { answerForgotten, FORGET_ANSWERS } from '../answers/forgetAnswers.js';
import { changed, ok } from '../answers/successAnswers.js';
import { OfTeam, OnlyOfTeam, ProjectParam, whole } from '../request/parameters.js';
import { type Route, route } from '../route.js';

const PUBLISHED = {
  project: 'checkout',
  content: '# Conventions\n\nMoney is in minor units.',
  version: 1,
  updated_at: '2026-11-20T09:30:00Z',
};

const getConventionsRoute = route({
  method: 'GET',
  path: '/api/v1/openspec/{project}',
  operationId: 'getConventions',
  tag: 'projects',
  summary: 'Get the conventions of a project',
  description:
    'Returns what the project has agreed on. Before anything is published, `version` is 0 and `content` is empty.',
  params: ProjectParam,
  query: OfTeam.extend({
    version: optional(whole(1, 1_000_000_000)).meta({
      description: 'Only this version; by default the newest.',
    }),
  }),
  answers: ok('The conventions.', Conventions, PUBLISHED),
  errors: ['not_found'],
  async handle({ app, params: { project }, query, sees, ownTeam }) {
    const { version, team = ownTeam } = query;
    if (version !== undefined) return getConventionsVersion(app, sees, { project, team, version });
    return getConventions(await app.readModels.current('conventions'), sees, { project, team });
  },
});

const publishConventionsRoute = route({
  method: 'PUT',
  path: '/api/v1/openspec/{project}',
  operationId: 'publishConventions',
  tag: 'projects',
  summary: 'Publish the conventions of a project',
  description: 'Stores the next version, for all or for a `team`: its members read their own.',
  access: 'admin',
  params: ProjectParam,
  body: PublishConventions,
  example: { content: PUBLISHED.content },
  answers: changed('The conventions.', Conventions, PUBLISHED),
  async handle({ params, body, execute }) {
    const { state, at } = await execute(publishConventions, { ...params, ...body });
    if (!state) throw new Error('the published conventions cannot be read back from the log');
    const { project, team, content, version } = state.data;
    return { project, team, content, version, updated_at: formatTime(toSeconds(at)) };
  },
});

const forgetConventionsRoute = route({
  method: 'DELETE',
  path: '/admin/openspec/{project}',
  operationId: 'forgetConventions',
  tag: 'admin',
  summary: 'Forget the conventions of a project',
  description:
    'Erases those for all, or for a `team`, with all their versions for good. Later ones start at version 1.',
  access: 'admin',
  params: ProjectParam,
  query: OnlyOfTeam,
  waitsForWipe: true,
  answers: FORGET_ANSWERS,
  errors: ['not_found'],
  async handle({ app, params: { project }, query, execute, request, reply }) {
    const views = await app.readModels.current('conventions');
    const found = conventionsStreams(views, { project, team: query.team });
    // Without any, the command says that there are none.
    const keys = found.length > 0 ? found : [projectStreamKey(project, query.team)];
    let last = 0;
    for (const key of keys) {
      const { position } = await execute(forgetConventions, { key, name: project });
      last = Math.max(last, position);
    }
    return answerForgotten(app, request, reply, last);
  },
});

export const conventionsRoutes: readonly Route[] = [
  getConventionsRoute,
  publishConventionsRoute,
  forgetConventionsRoute,
];
