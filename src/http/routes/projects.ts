import { z } from 'zod';
import { listProjects, Project } from '../../queries/listProjects.js';
import { ok } from '../answers/successAnswers.js';
import { EXAMPLES } from '../openapi/examples.js';
import { route } from '../route.js';

export const projectsRoute = route({
  method: 'GET',
  path: '/api/v1/projects',
  operationId: 'listProjects',
  tag: 'projects',
  summary: 'List projects',
  description:
    'Lists every project with its counts and its last activity, the most recently active first.',
  answers: ok('The projects.', z.array(Project), [EXAMPLES.project]),
  handle: async ({ app }) => listProjects(await app.readModels.current()),
});
