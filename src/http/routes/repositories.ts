import { z } from 'zod';
import { BindRepository, bindRepository, ClaimRepository } from '../../commands/repositories.js';
import { isInProjects } from '../../domain/caller.js';
import { Rejection } from '../../domain/rejection.js';
import { lastPart } from '../../domain/repository.js';
import { BoundRepository, listRepositories } from '../../queries/projects.js';
import { changed, ok } from '../answers/successAnswers.js';
import { projectOf } from '../door/repositories.js';
import { namingTeam } from '../door/walls.js';
import { get, group, post, put } from '../route.js';

const BOUND = {
  repository: 'github.com/acme/api',
  project: 'api',
  bound_at: '2026-11-20T09:30:00Z',
};

const Claimed = z
  .object({ repository: z.string(), project: z.string() })
  .meta({ id: 'ClaimedRepository' });

/** Which repositories are which projects. */
export const repositoryRoutes = group({ tag: 'projects' }, [
  get('/api/v1/repositories', 'listRepositories', {
    summary: 'List which repositories are which projects',
    description: 'A member sees what is bound for its team and for all.',
    answers: ok('The repositories, by name.', z.array(BoundRepository), [BOUND]),
    handle: async ({ vault, sees }) =>
      listRepositories(await vault.readModels.current('repositories'), sees),
  }),
  post('/api/v1/repositories', 'claimRepository', {
    summary: 'Get the project of a repository',
    description:
      'Binds it the first time: to the project that is called like its last part, as long as no other repository is that, else to ' +
      'its owner and name, else to all of it; to one of the longer names first where a project has it. A member binds for its team. With `X-Vault-Repository`, other requests do the same.',
    body: ClaimRepository,
    example: { repository: BOUND.repository },
    withoutKey: true,
    answers: ok('Its project.', Claimed, { repository: BOUND.repository, project: BOUND.project }),
    async handle({ vault, body: { repository, dry_run }, caller, sees, context }) {
      const binds = dry_run || sees.projects ? undefined : context.meta;
      const team = namingTeam(caller, vault.config);
      const project = await projectOf(repository, { vault, sees, team, binds });
      if (isInProjects(sees, project)) return { repository, project };
      throw new Rejection('forbidden', 'repository: the token is bound to other projects');
    },
  }),
  put('/api/v1/repositories', 'bindRepository', {
    audience: 'admin',
    summary: 'Say which project a repository is',
    description:
      'For all or for a `team`, whatever it was before: after a fork or a move, several repositories may be one project. Notes stay in ' +
      'the projects that they are in.',
    body: BindRepository,
    example: { repository: BOUND.repository, project: BOUND.project },
    answers: changed('What it is now.', Claimed.extend({ team: z.string().optional() }), {
      repository: BOUND.repository,
      project: BOUND.project,
    }),
    async handle({ vault, body, sees, execute }) {
      const { repository, project, team } = body;
      const before = await projectOf(repository, { vault, sees, team, binds: undefined });
      // Also where others of its old and its new name are bound, who must not get it.
      for (const among of new Set([before, project, repository].map(lastPart)))
        await execute(bindRepository, { ...body, among });
      return { repository, project, team };
    },
  }),
]);
