import { type Dir, opendirSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join, parse, resolve } from 'node:path';
import { isName, nearestProjectFile, type ProjectFile } from './projectFile.js';
import { hasRepository, nameOfRemote, repositoryOf } from './repository.js';

/** Where the name of a project came from. */
export type ProjectSource = 'argument' | 'header' | 'env' | 'file' | 'remote' | 'worktree' | 'cwd';

/** A project, and why it was chosen. */
export interface ChosenProject {
  readonly project: string;
  readonly source: ProjectSource;
  /** False where `.memory-vault.json` says so: the first prompt of a session is not to be kept as its goal. */
  readonly goal?: false;
  /** A sentence for the user, where the choice may be wrong: such as a folder that holds several repositories. */
  readonly warning?: string;
}

/**
 * The project of a folder: `VAULT_PROJECT`, else what the nearest `.memory-vault.json` says, else the last part of the Git
 * remote, else the name of the main worktree, else the name of the folder. Undefined for the home directory and for `/`,
 * where every project would be one. Reads a few small files and runs nothing.
 */
export function chosenProject(cwd: string, env: NodeJS.ProcessEnv): ChosenProject | undefined {
  const folder = realPath(cwd);
  const file = nearestProjectFile(folder);
  const chosen =
    ofEnvironment(env) ?? ofFile(file) ?? ofRepository(folder, env) ?? ofFolder(folder, env);
  if (chosen === undefined) return undefined;
  const isWarned = file?.warning !== undefined && chosen.source !== 'env';
  return {
    ...chosen,
    ...(file?.goal === false && { goal: false }),
    ...(isWarned && { warning: file.warning }),
  };
}

function ofEnvironment({ VAULT_PROJECT }: NodeJS.ProcessEnv): ChosenProject | undefined {
  const project = VAULT_PROJECT?.trim();
  return project ? { project, source: 'env' } : undefined;
}

function ofFile(file: ProjectFile | undefined): ChosenProject | undefined {
  return file?.project === undefined ? undefined : { project: file.project, source: 'file' };
}

function ofRepository(folder: string, env: NodeJS.ProcessEnv): ChosenProject | undefined {
  const repository = repositoryOf(folder);
  // Who keeps the files of the home directory in Git does not mean everything below it.
  if (!repository || isNoProject(repository.root, env)) return undefined;
  const { name, remote = '' } = repository;
  const ofRemote = nameOfRemote(remote);
  if (isName(ofRemote)) return { project: ofRemote, source: 'remote' };
  return isName(name) ? { project: name, source: 'worktree' } : undefined;
}

function ofFolder(folder: string, env: NodeJS.ProcessEnv): ChosenProject | undefined {
  const project = basename(folder);
  if (isNoProject(folder, env) || !isName(project)) return undefined;
  const chosen = { project, source: 'cwd' } as const;
  if (!holdsRepositories(folder)) return chosen;
  const next = `start the agent in one of them, or name the project in ${join(folder, '.memory-vault.json')}`;
  return {
    ...chosen,
    warning: `${folder} holds several repositories, which share one project here: ${next}`,
  };
}

function isNoProject(folder: string, env: NodeJS.ProcessEnv): boolean {
  return folder === parse(folder).root || folder === realPath(env.HOME || homedir());
}

/** The subfolders that are looked at. */
const MAX_LOOKED_AT = 500;

/** True where more than one subfolder is a repository. */
function holdsRepositories(folder: string): boolean {
  let entries: Dir | undefined;
  try {
    entries = opendirSync(folder);
    let found = 0;
    for (let looked = 0; looked < MAX_LOOKED_AT && found < 2; looked += 1) {
      const entry = entries.readSync();
      if (entry === null) break;
      if (entry.isDirectory() && hasRepository(join(folder, entry.name))) found += 1;
    }
    return found > 1;
  } catch {
    return false;
  } finally {
    entries?.closeSync();
  }
}

/** A path without symbolic links, so that a folder has one name. As it is where there is no such folder. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}
