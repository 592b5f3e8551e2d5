import { z } from 'zod';
import {
  EnterPhase,
  enterPhase,
  PublishConventions,
  publishConventions,
  SavePrompt,
  savePrompt,
} from '../../commands/documents.js';
import { forgetConventions, forgetPrompt } from '../../commands/forgetting.js';
import { shownTeam } from '../../domain/caller.js';
import { Name, optional } from '../../domain/fields.js';
import { SDD_PHASES } from '../../domain/sdd.js';
import { formatTime, toSeconds } from '../../domain/time.js';
import type { PromptSaved } from '../../events/documents.js';
import { projectStreamKey, type Recorded, secondsOf, streamKey } from '../../events/recorded.js';
import {
  Conventions,
  conventionsStreams,
  getConventions,
  getConventionsVersion,
  getPrompt,
  getSdd,
  listPrompts,
  Prompt,
  SddStatus,
} from '../../queries/documents.js';
import { answerForgotten, FORGETS } from '../answers/forgetAnswers.js';
import { changed, ok } from '../answers/successAnswers.js';
import { broughtBy, ofOwnTeam, ownTeamIn, restrictedAuthor } from '../door/walls.js';
import { EXAMPLES } from '../openapi/examples.js';
import { OfTeam, OnlyOfTeam, ProjectParam, whole } from '../request/parameters.js';
import { ADMIN, del, get, group, post, put } from '../route.js';

/** `/{name}` */
const PromptParam = z.object({
  name: Name.meta({ description: 'Name of the prompt.', example: 'review' }),
});

/** The prompt after this save. It comes from the log, which is right even where read models are behind. */
function promptSaved(saved: Recorded<'prompt.saved', PromptSaved> | undefined): Prompt {
  if (!saved) throw new Error('the saved prompt cannot be read back from the log');
  const { redactions: _, at: _at, tags, created_at, ...prompt } = saved.data;
  return {
    ...prompt,
    tags: [...tags],
    created_at: formatTime(created_at),
    updated_at: formatTime(secondsOf(saved)),
  };
}

export const promptRoutes = group({ tag: 'prompts' }, [
  post('/api/v1/prompts', 'savePrompt', {
    summary: 'Save a prompt',
    description:
      'Stores a text under a name. New content is the next version; the same changes nothing. On a vault for members ' +
      'only, a member’s prompt belongs to its team, and only who made it may add versions.',
    body: SavePrompt,
    example: EXAMPLES.savePrompt,
    answers: changed('The prompt.', Prompt, EXAMPLES.prompt),
    errors: ['forbidden'],
    async handle({ vault, body, caller, execute }) {
      const author = restrictedAuthor(caller, vault.config);
      const prompt = { ...ofOwnTeam(body, caller, vault.config), author };
      const { state } = await execute(savePrompt, prompt);
      return promptSaved(state);
    },
  }),
  get('/api/v1/prompts', 'listPrompts', {
    summary: 'List prompts by name, the newest version of each',
    answers: ok('The prompts.', z.array(Prompt), [EXAMPLES.prompt]),
    handle: ({ vault, sees }) => listPrompts(() => vault.readModels.current('prompts'), sees),
  }),
  get('/api/v1/prompts/{name}', 'getPrompt', {
    summary: 'Get a version of a prompt, by default the newest',
    params: PromptParam,
    query: OfTeam.extend({
      version: optional(whole(1, 1_000_000_000)).meta({ description: 'Only this version.' }),
    }),
    answers: ok('The prompt.', Prompt, EXAMPLES.prompt),
    errors: ['not_found'],
    handle: ({ vault, params, query, sees, ownTeam }) =>
      getPrompt(vault, sees, { ...params, ...query, team: query.team ?? ownTeam }),
  }),
  del('/admin/prompts/{name}', 'forgetPrompt', {
    ...ADMIN,
    summary: 'Forget a prompt',
    description:
      'Erases all its versions for good. One saved under that name later starts at version 1.',
    params: PromptParam,
    query: OnlyOfTeam,
    ...FORGETS,
    errors: ['not_found'],
    async handle({ vault, upkeep, params, query, execute, request, reply }) {
      // A prompt from before names were filtered still has its name as it was sent.
      const sent = PromptParam.parse(request.params);
      const forget = ({ name }: { name: string }) =>
        execute(forgetPrompt, { key: streamKey(name, query.team), name });
      const { position } = await forget(params).catch((error: unknown) => {
        if (sent.name === params.name) throw error;
        return forget(sent);
      });
      return answerForgotten({ vault, upkeep, request, reply }, position);
    },
  }),
]);

const PUBLISHED = {
  project: 'checkout',
  content: '# Conventions\n\nMoney is in minor units.',
  version: 1,
  updated_at: '2026-11-20T09:30:00Z',
};

export const conventionsRoutes = group({ tag: 'projects' }, [
  get('/api/v1/openspec/{project}', 'getConventions', {
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
    async handle({ vault, params: { project }, query, sees, ownTeam }) {
      const { version, team = ownTeamIn(project, { sees, ownTeam }) } = query;
      if (version !== undefined)
        return getConventionsVersion(vault, sees, { project, team, version });
      return getConventions(await vault.readModels.current('conventions'), sees, { project, team });
    },
  }),
  put('/api/v1/openspec/{project}', 'publishConventions', {
    audience: 'admin',
    summary: 'Publish the conventions of a project',
    description: 'Stores the next version, for all or for a `team`: its members read their own.',
    params: ProjectParam,
    body: PublishConventions,
    example: { content: PUBLISHED.content },
    answers: changed('The conventions.', Conventions, PUBLISHED),
    async handle({ vault, params, body, caller, execute }) {
      const published = broughtBy({ ...params, ...body }, caller, vault.config);
      const { state, at } = await execute(publishConventions, published);
      if (!state) throw new Error('the published conventions cannot be read back from the log');
      const { project, content, version } = state.data;
      const team = shownTeam(state.data.team);
      return { project, team, content, version, updated_at: formatTime(toSeconds(at)) };
    },
  }),
  del('/admin/openspec/{project}', 'forgetConventions', {
    ...ADMIN,
    summary: 'Forget the conventions of a project',
    description:
      'Erases those for all, or for a `team`, with all their versions for good. Later ones start at version 1.',
    params: ProjectParam,
    query: OnlyOfTeam,
    ...FORGETS,
    errors: ['not_found'],
    async handle({ vault, upkeep, params, query, caller, execute, request, reply }) {
      const views = await vault.readModels.current('conventions');
      const { project, team } = broughtBy({ ...params, ...query }, caller, vault.config);
      const found = conventionsStreams(views, { project, team });
      // Without any, the command says that there are none.
      const keys = found.length > 0 ? found : [projectStreamKey(project, team)];
      let last = 0;
      for (const key of keys) {
        const { position } = await execute(forgetConventions, { key, name: project });
        last = Math.max(last, position);
      }
      return answerForgotten({ vault, upkeep, request, reply }, last);
    },
  }),
]);

const IN_DESIGN = {
  project: 'checkout',
  phase: 'design',
  updated_at: '2026-11-20T09:30:00Z',
  phases: SDD_PHASES,
};

export const sddRoutes = group({ tag: 'projects' }, [
  get('/api/v1/sdd/{project}', 'getSdd', {
    summary: 'Get the SDD phase of a project',
    description: 'Of spec-driven development; `explore` until the project enters another.',
    params: ProjectParam,
    query: OfTeam,
    answers: ok('The phase.', SddStatus, IN_DESIGN),
    async handle({ vault, params: { project }, query, sees, ownTeam }) {
      const views = await vault.readModels.current('sdd');
      const team = query.team ?? ownTeamIn(project, { sees, ownTeam });
      return getSdd(views, sees, { project, team });
    },
  }),
  put('/api/v1/sdd/{project}', 'enterPhase', {
    audience: 'admin',
    summary: 'Move a project to an SDD phase',
    description: 'For all or for a `team`. Any move is allowed, and every move is recorded.',
    params: ProjectParam,
    body: EnterPhase,
    example: { phase: 'design' },
    answers: changed('The phase.', SddStatus, IN_DESIGN),
    async handle({ vault, params, body, caller, execute }) {
      const entered = broughtBy({ ...params, ...body }, caller, vault.config);
      const { at } = await execute(enterPhase, entered);
      const updated_at = formatTime(toSeconds(at));
      return { project: params.project, ...body, updated_at, phases: SDD_PHASES };
    },
  }),
]);
