import { z } from 'zod';
import { Name, NewName, optional } from '../domain/fields.js';
import { isLayer } from '../domain/layers.js';
import { projectKey } from '../domain/names.js';
import { Rejection } from '../domain/rejection.js';
import {
  type Bound,
  bindingOf,
  freeName,
  isExactly,
  namesOfRepository,
  repositoryParts,
} from '../domain/repository.js';
import { type Bindings, repositories, repositoryStreamKey } from '../events/repository.js';
import type { PrivacyFilter, Redacted } from '../privacy/privacyFilter.js';
import { command } from './command.js';
import { toldBy } from './importing/history.js';
import { redactTexts } from './redactTexts.js';

/** What tells a repository from others: `Binding`. */
export const Repository = Name.refine(
  (text) => repositoryParts(text) !== undefined,
  'must be such as github.com/acme/api: a host, an owner and a name, without account, port and .git',
).meta({ id: 'Repository', minLength: 1, maxLength: 200, pattern: '/' });

/** The request to say which project a repository is. */
export const ClaimRepository = z
  .strictObject({
    repository: Repository,
    dry_run: optional(z.boolean()).meta({ description: 'Binds nothing.' }),
  })
  .meta({ id: 'ClaimRepository' });

/** The request of an admin to bind a repository. */
export const BindRepository = z
  .strictObject({
    repository: Repository,
    project: NewName.refine(
      (name) => !isLayer(name),
      'must be a project of its own: personal and everywhere come with every project',
    ),
    team: optional(Name).meta({ description: 'The team that it is bound for; by default all.' }),
  })
  .meta({ id: 'BindRepository' });
export type BindRepository = z.output<typeof BindRepository>;

/** A repository as it may be stored, and the names that its project may have, the shortest first. */
export interface Claim {
  readonly repository: Redacted;
  readonly names: readonly Redacted[];
  /** Whose wall it is bound behind. */
  readonly team?: Redacted | undefined;
}

/** A claim as it is compared with what is stored. */
export async function claimOf(
  { repository, team }: { readonly repository: string; readonly team?: string | undefined },
  filter: PrivacyFilter,
): Promise<Claim> {
  const names = namesOfRepository(repository);
  const { redactions: _, ...claim } = await redactTexts({ repository, names, team }, filter);
  return claim;
}

/** What is bound of so many repositories with one last part behind one wall; others are called by their whole names, and not recorded. */
const MOST = 100;

/**
 * Binds a repository that is not bound yet, behind the wall of a team or for all, to the first of its names that no other one has, as
 * far as the team may know. That may be the name of a project from before.
 */
export const claimRepository = command({
  name: 'claimRepository',
  redact: async (claim: Claim): Promise<Claim & { readonly all: Bindings }> => ({
    ...claim,
    all: [],
  }),
  stream: repositories,
  streamKey: ({ repository, team }) => repositoryStreamKey(repository, team),
  lookUp: async (claim, read) => ({
    ...claim,
    all:
      claim.team === undefined
        ? []
        : await read(repositories, repositoryStreamKey(claim.repository)),
  }),
  decide(own, { repository, names, team, all }) {
    const bound = { own, all };
    const before = bindingOf(repository, bound);
    if (own.length >= MOST || (before && isExactly(before, repository))) return [];
    // Who leaves out the host is that repository from now on, and no other one of that owner.
    const project = before?.project ?? freeName(repository, names, bound);
    return project === undefined
      ? []
      : [{ type: 'repository.bound', data: { repository, project, team } }];
  },
});

/** The project that a repository is, or is to be: what `claimRepository` makes of it. */
export function projectOfClaim({ repository, names }: Claim, bound: Bound): string {
  const free = bound.own.length < MOST ? freeName(repository, names, bound) : undefined;
  return bindingOf(repository, bound)?.project ?? free ?? repository;
}

/** A binding, and the name in whose stream it is recorded. */
interface Binds extends BindRepository {
  readonly among: string;
}

async function redactBinds({ repository, project, team, among }: Binds, filter: PrivacyFilter) {
  const { redactions: _, ...texts } = await redactTexts(
    { repository, project, team, among },
    filter,
  );
  return texts;
}

/**
 * Binds a repository as it was in the vault that an archive is of. Throws `Rejection('conflict')` where it is another project here:
 * what somebody says here is not changed.
 */
export const importBinding = command({
  name: 'importBinding',
  redact: redactBinds,
  stream: toldBy(repositories),
  streamKey: ({ among, team }) => repositoryStreamKey(among, team),
  decide({ events }, { repository, project, team }) {
    const here = events.findLast(({ data }) => isExactly(data, repository))?.data;
    if (here === undefined)
      return [{ type: 'repository.bound', data: { repository, project, team } }];
    if (projectKey(here.project) === projectKey(project)) return [];
    throw new Rejection(
      'conflict',
      'is another project here already: bind it anew, or leave it so',
    );
  },
});

/** Binds a repository to a project, whatever it was before: among those of its own name, or those that may want that of the project. */
export const bindRepository = command({
  name: 'bindRepository',
  redact: redactBinds,
  stream: repositories,
  streamKey: ({ among, team }) => repositoryStreamKey(among, team),
  decide(own, { repository, project, team }) {
    const isSo = own.some((one) => one.repository === repository && one.project === project);
    return isSo ? [] : [{ type: 'repository.bound', data: { repository, project, team } }];
  },
});
