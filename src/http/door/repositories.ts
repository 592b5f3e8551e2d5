import type { Vault } from '../../app/vault.js';
import {
  claimOf,
  claimRepository,
  projectOfClaim,
  Repository,
} from '../../commands/repositories.js';
import type { Visibility } from '../../domain/caller.js';
import { isLayer } from '../../domain/layers.js';
import { projectKey } from '../../domain/names.js';
import { Rejection } from '../../domain/rejection.js';
import { bindingOf, isExactly, lastPart, repositoryParts } from '../../domain/repository.js';
import type { Meta } from '../../events/recorded.js';
import { type Bindings, repositories, repositoryStreamKey } from '../../events/repository.js';
import { fold } from '../../events/vaultEvent.js';
import { listProjects, PROJECTS_FROM } from '../../queries/projects.js';
import type { Asked } from '../route.js';

/** Whose names are looked up, and where. */
export interface Naming {
  readonly vault: Vault;
  /** What the caller may see. */
  readonly sees: Visibility;
  /** `namingTeam`: what is bound for it and for all is known, and it is bound for it alone. */
  readonly team: string | undefined;
  /** Of what is recorded where the caller writes; undefined where nothing is to be bound. */
  readonly binds: Meta | undefined;
}

/**
 * The project that a repository is for whoever asks. Where the caller binds and nothing is bound yet, the log decides it, so that of
 * several at once the first one counts for all.
 */
export async function projectOf(
  repository: string,
  { vault, sees, team, binds }: Naming,
): Promise<string> {
  const given = await claimOf({ repository, team }, vault.filter);
  const before = await boundTo(given, vault);
  const bound = bindingOf(given.repository, before);
  if (bound && (binds === undefined || isExactly(bound, given.repository))) return bound.project;
  const [, ...longer] = given.names;
  const called = await knownOf(longer.reverse(), vault, sees);
  // Who has called a project so meant this repository: by hand, or in the vault that it was moved from.
  const claim = { ...given, names: [...called, ...given.names] };
  if (binds === undefined) return projectOfClaim(claim, before);
  await vault.executor.execute(claimRepository, claim, { meta: binds });
  return projectOfClaim(claim, await boundTo(claim, vault));
}

/** Those of some names that projects have of which the caller may see something. */
async function knownOf<N extends string>(
  names: readonly N[],
  { readModels }: Vault,
  sees: Visibility,
): Promise<readonly N[]> {
  const views = await readModels.current(...PROJECTS_FROM);
  return names.filter((project) => listProjects(views, sees, { project }).length > 0);
}

/** What is bound of repositories with the last part of a name: behind the wall of a team, and for all. */
async function boundTo(
  { repository, team }: { readonly repository: string; readonly team?: string | undefined },
  { log }: Vault,
): Promise<{ readonly own: Bindings; readonly all: Bindings }> {
  const read = async (of?: string) =>
    fold(
      repositories,
      await log.readStream(`${repositories.name}/${repositoryStreamKey(repository, of)}`),
    );
  const all = await read();
  return team === undefined ? { own: all, all: [] } : { own: await read(team), all };
}

/** The repository in which a program works, as its header says. Throws `Rejection('invalid_parameter')` for what is none. */
export function repositoryIn({ headers }: Pick<Asked, 'headers'>): string | undefined {
  const given = headers['x-vault-repository'];
  if (given === undefined) return undefined;
  const read = Repository.safeParse(decoded(String(given)));
  if (read.success) return read.data;
  throw new Rejection(
    'invalid_parameter',
    'X-Vault-Repository: must be a host, an owner and a name, such as github.com/acme/api, percent-encoded as in a URL, without account, port and .git',
  );
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/**
 * The name of the project that is meant by a name. In a checkout of `acme/api`, `api` is the project of that repository. `acme/api` and
 * `github.com/acme/api` are it everywhere, unless the caller knows a project that is called so.
 */
export async function meantProject(
  name: string,
  repository: string | undefined,
  naming: Naming,
): Promise<string> {
  // Whoever says so means the layer, whatever the repository is called.
  if (isLayer(name)) return name;
  const key = projectKey(name);
  const isLike =
    repository !== undefined && projectKey(lastPart(repository)) === projectKey(lastPart(name));
  if (isLike) {
    if (projectKey(lastPart(repository)) === key) return projectOf(repository, naming);
    // An agent may have been told the name that it gets with the first note.
    const known = await projectOf(repository, { ...naming, binds: undefined });
    if (projectKey(known) === key) return projectOf(repository, naming);
  }
  if (repositoryParts(name) === undefined) return name;
  const { vault, sees, team } = naming;
  const bound = await boundTo({ repository: name, team }, vault);
  const isBound = [...bound.own, ...bound.all].some(({ project }) => projectKey(project) === key);
  const found = isBound ? undefined : bindingOf(name, bound);
  if (found === undefined) return name;
  const known = await knownOf([name], vault, sees);
  return known[0] ?? found.project;
}
