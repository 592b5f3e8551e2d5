import type { ChosenProject, ProjectSource } from '../connect/chosenProject.js';
import { Failure } from './failure.js';
import type { Surroundings } from './surroundings.js';
import { visibleLine } from './text/visible.js';

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

/** The project of a call, and how every answer names it. */
export interface ProjectOfCall {
  /** Undefined for all projects. */
  readonly name: string | undefined;
  /** Such as `checkout (git remote)`. */
  readonly said: string;
}

/** The project that a call is about: the one that it names, else the one around it, else all. */
export function projectOf({ project }: Surroundings, named: string | undefined): ProjectOfCall {
  if (named === ALL) return { name: undefined, said: 'all (argument)' };
  const chosen = named === undefined ? project : { project: named, source: 'argument' as const };
  if (!chosen) return { name: undefined, said: 'all (none is set)' };
  return { name: chosen.project, said: said(chosen) };
}

/** The same for what concerns one project. Throws a `Failure` without one. */
export function oneProjectOf(
  surroundings: Surroundings,
  named: string | undefined,
): ProjectOfCall & { readonly name: string } {
  const { name, said } = projectOf(surroundings, named);
  if (name !== undefined) return { name, said };
  throw new Failure('project_missing', 'this needs one project', {
    next: 'Give the argument project, or set VAULT_PROJECT (over HTTP the header X-Vault-Project)',
  });
}

/** The project that a call is about because a note is: the caller named only the note. */
export function projectOfNote(project: string | undefined): ProjectOfCall {
  if (project === undefined) return { name: undefined, said: 'all (the note has none)' };
  return { name: project, said: `${visibleLine(project)} (project of the note)` };
}

function said({ project, source, warning }: ChosenProject): string {
  const reason = `${visibleLine(project)} (${WHY[source]})`;
  return warning === undefined ? reason : `${reason}; ${visibleLine(warning)}`;
}
