import { z } from 'zod';
import { forgetPrompt } from '../../commands/forgetting.js';
import { SavePrompt, savePrompt } from '../../commands/savePrompt.js';
import { Name, optional } from '../../domain/text.js';
import { formatTime } from '../../domain/time.js';
import type { PromptSaved } from '../../events/prompt.js';
import { type Recorded, secondsOf, streamKey } from '../../events/recorded.js';
import { getPrompt, listPrompts, Prompt } from '../../queries/prompts.js';
import { answerForgotten, FORGET_ANSWERS } from '../answers/forgetAnswers.js';
import { changed, ok } from '../answers/successAnswers.js';
import { EXAMPLES } from '../openapi/examples.js';
import { OfTeam, OnlyOfTeam, whole } from '../request/parameters.js';
import { type Route, route } from '../route.js';
import { ofOwnTeam, restrictedAuthor } from '../security/walls.js';

/** `/{name}` */
const PromptParam = z.object({
  name: Name.meta({ description: 'Name of the prompt.', example: 'review' }),
});

const savePromptRoute = route({
  method: 'POST',
  path: '/api/v1/prompts',
  operationId: 'savePrompt',
  tag: 'prompts',
  summary: 'Save a prompt',
  description:
    'Stores a text under a name. New content is the next version; the same changes nothing. On a vault for members ' +
    'only, a member’s prompt belongs to its team, and only who made it may add versions.',
  body: SavePrompt,
  example: EXAMPLES.savePrompt,
  answers: changed('The prompt.', Prompt, EXAMPLES.prompt),
  errors: ['forbidden'],
  async handle({ app, body, caller, execute }) {
    const author = restrictedAuthor(caller, app.config);
    const prompt = { ...ofOwnTeam(body, caller, app.config), author };
    const { state } = await execute(savePrompt, prompt);
    return promptSaved(state);
  },
});

const listPromptsRoute = route({
  method: 'GET',
  path: '/api/v1/prompts',
  operationId: 'listPrompts',
  tag: 'prompts',
  summary: 'List prompts by name, the newest version of each',
  answers: ok('The prompts.', z.array(Prompt), [EXAMPLES.prompt]),
  handle: ({ app, sees }) => listPrompts(() => app.readModels.current('prompts'), sees),
});

const getPromptRoute = route({
  method: 'GET',
  path: '/api/v1/prompts/{name}',
  operationId: 'getPrompt',
  tag: 'prompts',
  summary: 'Get a version of a prompt, by default the newest',
  params: PromptParam,
  query: OfTeam.extend({
    version: optional(whole(1, 1_000_000_000)).meta({ description: 'Only this version.' }),
  }),
  answers: ok('The prompt.', Prompt, EXAMPLES.prompt),
  errors: ['not_found'],
  handle: ({ app, params, query, sees, ownTeam }) =>
    getPrompt(app, sees, { ...params, ...query, team: query.team ?? ownTeam }),
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

const forgetPromptRoute = route({
  method: 'DELETE',
  path: '/admin/prompts/{name}',
  operationId: 'forgetPrompt',
  tag: 'admin',
  summary: 'Forget a prompt',
  description:
    'Erases all its versions for good. One saved under that name later starts at version 1.',
  access: 'admin',
  params: PromptParam,
  query: OnlyOfTeam,
  waitsForWipe: true,
  answers: FORGET_ANSWERS,
  errors: ['not_found'],
  async handle({ app, params, query, execute, request, reply }) {
    // A prompt from before names were filtered still has its name as it was sent.
    const sent = PromptParam.parse(request.params);
    const forget = ({ name }: { name: string }) =>
      execute(forgetPrompt, { key: streamKey(name, query.team), name });
    const { position } = await forget(params).catch((error: unknown) => {
      if (sent.name === params.name) throw error;
      return forget(sent);
    });
    return answerForgotten(app, request, reply, position);
  },
});

export const promptRoutes: readonly Route[] = [
  savePromptRoute,
  listPromptsRoute,
  getPromptRoute,
  forgetPromptRoute,
];
