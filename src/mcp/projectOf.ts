import type { ChosenProject, ProjectSource } from '../connect/chosenProject.js';
import { projectKey } from '../domain/projectKey.js';
import { Failure } from './failure.js';
import type { Surroundings } from './surroundings.js';
import { shortened } from './text/shortened.js';

/** Stands for all projects. */
const ALL = '*';

const WHY: Readonly<Record<ProjectSource, string>> = {
  argument: 'argument',
  header: 'X-Vault-Project',
  env: 'VAULT_PROJECT',
  file: '.memory-vault.json',
  remote: 'git remote',
  worktree: 'name of the git repository',
  cwd: 'name of the folder',
};

/** A name is said outside the fence, and is to be recognised: a longer one may be a text for the model. */
const NAME = { longest: 60, tokens: 22 };
const WARNING = { longest: 200, tokens: 80 };

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
  return { name: chosen.project, said: said(chosen), isNamed: true };
}

/** The same for what concerns one project. Throws a `Failure` without one. */
export function oneProjectOf(
  surroundings: Surroundings,
  named: string | undefined,
): ProjectOfCall & { readonly name: string } {
  const { name, ...others } = projectOf(surroundings, named);
  if (name !== undefined) return { name, ...others };
  throw new Failure('project_missing', 'this needs one project', {
    next: 'Give the argument project, or set VAULT_PROJECT (over HTTP the header X-Vault-Project)',
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
  const said = `${shortened(around.project, NAME)} (project of the ${what})`;
  return { name: project, said, isNamed: true };
}

const all = (why: string): ProjectOfCall => ({
  name: undefined,
  said: `all (${why})`,
  isNamed: false,
});

function said({ project, source, warning }: ChosenProject): string {
  const reason = `${shortened(project, NAME)} (${WHY[source]})`;
  return warning === undefined ? reason : `${reason}; ${shortened(warning, WARNING)}`;
}
