import { type Session, VaultError } from 'memory-vault-client';
import {
  type ChosenProject,
  mayStandOutside,
  type ProjectSource,
} from '../connect/chosenProject.js';
import { projectKey } from '../domain/names.js';
import { Failure, noSession } from './answer.js';
import { shortened } from './text/cut.js';
import type { Surroundings } from './tool.js';

/** Stands for all projects. */
const ALL = '*';

const WHY: Readonly<Record<ProjectSource, string>> = {
  argument: 'argument',
  session: 'session',
  header: 'X-Vault-Project',
  env: 'VAULT_PROJECT',
  file: '.memory-vault.json',
  remote: 'git remote',
  worktree: 'name of the git repository',
  cwd: 'name of the folder',
};

/** What a model is told of a doubt, which is about paths and files that somebody else may have named. */
const DOUBTS: Readonly<Record<NonNullable<ChosenProject['doubt']>, string>> = {
  env: 'VAULT_PROJECT is not a valid name',
  file: '.memory-vault.json has an entry that cannot be read',
  several:
    'several repositories share this project here: for another one give the argument project',
};

const NAME = { longest: 60, tokens: 22 };

/** The project of a call, and how every answer says which one it is. */
export interface ProjectOfCall {
  /** Undefined for all projects. */
  readonly name: string | undefined;
  /** Such as `checkout (git remote)`. */
  readonly said: string;
  /** False where rows have to name it, inside the fence. */
  readonly isNamed: boolean;
}

/** The project that a call is about: the one that it names, else the one around it, else all. */
export function projectOf({ project }: Surroundings, named: string | undefined): ProjectOfCall {
  if (named === ALL) return all('argument');
  const chosen = named === undefined ? project : { project: named, source: 'argument' as const };
  if (!chosen) return all('none is set');
  return { name: chosen.project, ...said(chosen) };
}

/** The same for what concerns one project. Throws a `Failure` without one. */
export function oneProjectOf(
  surroundings: Surroundings,
  named: string | undefined,
): ProjectOfCall & { readonly name: string } {
  const { name, ...others } = projectOf(surroundings, named);
  if (name !== undefined) return { name, ...others };
  throw new Failure('project_missing', 'this needs one project', {
    next:
      'Give the argument project: the name of the repository, or else of its folder. The user can set it once with ' +
      'VAULT_PROJECT (over HTTP the header X-Vault-Project)',
  });
}

/**
 * The project that a call is about because a note or a session is, whose id the caller gave. Somebody else may have chosen
 * its name, so only that of the project around the call is said.
 */
export function projectWith(
  { project: around }: Surroundings,
  what: 'note' | 'session',
  project: string | undefined,
): ProjectOfCall {
  if (project === undefined) return all(`the ${what} has none`);
  if (around === undefined || projectKey(around.project) !== projectKey(project)) {
    return { name: project, said: `that of the ${what}`, isNamed: false };
  }
  const { isNamed, named } = shownName(around);
  return { name: project, said: `${named} (project of the ${what})`, isNamed };
}

const all = (why: string): ProjectOfCall => ({
  name: undefined,
  said: `all (${why})`,
  isNamed: false,
});

function said({ project, source, doubt }: ChosenProject) {
  const { isNamed, named } = shownName({ project, source });
  const why = `${named} (${WHY[source]})`;
  return { said: doubt === undefined ? why : `${why}; ${DOUBTS[doubt]}`, isNamed };
}

/** A name as it may stand outside the fence. One that a repository has chosen, and that may say something, is not named. */
function shownName({ project, source }: Pick<ChosenProject, 'project' | 'source'>) {
  const isNamed = mayStandOutside({ project, source });
  return { named: isNamed ? shortened(project, NAME) : 'one with blanks or signs', isNamed };
}

/** The project of a save: the one that it names, else that of its session, else the one around it. Throws a `Failure` without one. */
export async function projectOfSave(
  surroundings: Surroundings,
  {
    project,
    session_id,
  }: { readonly project?: string | undefined; readonly session_id?: string | undefined },
): Promise<ProjectOfCall & { readonly name: string }> {
  if (session_id === undefined) return oneProjectOf(surroundings, project);
  const session = await sessionWith(surroundings, session_id);
  if (project === undefined) {
    return { ...projectWith(surroundings, 'session', session.project), name: session.project };
  }
  const ofCall = oneProjectOf(surroundings, project);
  if (projectKey(ofCall.name) === projectKey(session.project)) return ofCall;
  return { ...ofCall, said: `${ofCall.said}; the session is of another project` };
}

async function sessionWith({ vault }: Surroundings, id: string): Promise<Session> {
  try {
    return (await vault.GET('/api/v1/sessions/{id}', { params: { path: { id } } })).data;
  } catch (error) {
    if (!(error instanceof VaultError) || ![400, 404].includes(error.status ?? 0)) throw error;
    throw noSession(error);
  }
}
