import { z } from 'zod';
import { listProjects, Project } from '../../queries/listProjects.js';
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
  answers: {
    200: {
      description: 'The projects.',
      content: z.array(Project),
      example: [EXAMPLES.project],
    },
  },
  errors: [],
  handle: async ({ app }) => listProjects(await app.readModels.current()),
});
