import { type Dir, existsSync, opendirSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join, sep } from 'node:path';
import { isLayer } from '../domain/layers.js';
import { projectKey } from '../domain/names.js';
import { lastPart, namesOfRepository, repositoryOfRemote } from '../domain/repository.js';
import type { StartSettings } from '../domain/startSettings.js';
import { folderAt, isAboveProjects } from './folderAt.js';
import {
  hasRepository,
  isName,
  NAME_RULE,
  nameOfRemote,
  nearestProjectFile,
  type ProjectFile,
  repositoryOf,
} from './projectFiles.js';

/** Where the name of a project can come from. */
export const PROJECT_SOURCES = [
  'argument',
  'session',
  'header',
  'env',
  'file',
  'remote',
  'worktree',
  'cwd',
] as const;
export type ProjectSource = (typeof PROJECT_SOURCES)[number];

/** A project, and why it was chosen. */
export interface ChosenProject {
  readonly project: string;
  readonly source: ProjectSource;
  /** The repository that names it, where its remote tells it from others of that name (`repositoryOfRemote`). */
  readonly repository?: string | undefined;
  /** False where `.memory-vault.json` says so: the first prompt of a session is not to be kept as its goal. */
  readonly goal?: false;
  /** Where it says that no note is to be given at an action, and where the call is held back once for it. */
  readonly moments?: false | 'hold';
  /** What it says agents are told at the start of a session; false for nothing. */
  readonly start?: StartSettings | false;
  /** Why the choice may be wrong: a setting or a file that cannot be read, or several projects in one place. */
  readonly doubt?: 'env' | 'file' | 'several';
  /** The doubt in a sentence for the user, with the paths that it is about. */
  readonly warning?: string;
  /**
   * Where its files are: the root of its repository, else the folder that is named as it or holds its `.memory-vault.json`.
   * Undefined where one folder is not known to hold them: `VAULT_PROJECT` names another project than the folder, or a file stands
   * above several repositories.
   */
  readonly root?: string;
  /** The folder below `root` in which it was looked for. */
  readonly folder?: string;
}

/** A longer name may be a text for the model, as one of words may. */
const PLAIN = /^[\p{L}\p{N}@._~-][\p{L}\p{M}\p{N}._@+~/-]{0,59}$/u;

/** Who calls has chosen these names. */
const OF_CALLER: readonly ProjectSource[] = ['argument', 'header', 'env'];

/** Whether the name of a project is said to a model as it is, and not only as data: whoever wrote a repository may have chosen it. */
export function mayStandOutside({
  project,
  source,
}: Pick<ChosenProject, 'project' | 'source'>): boolean {
  return OF_CALLER.includes(source) || PLAIN.test(project);
}

/**
 * The project that an agent works in: `VAULT_PROJECT`, else that of the first folder that has one, of the `roots` that the
 * agent names, those in variables of Cursor and Claude Code, and `folder`. The project of a folder is what the nearest
 * `.memory-vault.json` says, else the last part of the Git remote, else the name of the main worktree, else the name of the
 * folder. No folder or repository is a layer by its name: one called `personal` is `acme/personal` by its remote, or no project.
 * Undefined for the home directory and for `/`, where every project would be one. Reads a few small files and runs
 * nothing.
 */
export function chosenProject(
  folder: string | undefined,
  env: NodeJS.ProcessEnv,
  roots: readonly string[] = [],
): ChosenProject | undefined {
  const around = ofFolders(foldersIn(roots), foldersIn(others(folder, env)), env);
  const { goal, moments, start, startWarning } = around ?? {};
  const named = env.VAULT_PROJECT?.trim() ?? '';
  if (isName(named) && !UNEXPANDED.test(named)) {
    const isSame =
      isChosen(around ?? {}) && projectKey(around?.project ?? '') === projectKey(named);
    const { root, folder: below } = isSame ? (around ?? {}) : {};
    const doubt = doubtOf(startWarning);
    return { project: named, source: 'env', goal, moments, start, ...doubt, root, folder: below };
  }
  if (around === undefined || !isChosen(around)) return undefined;
  if (named === '' || UNEXPANDED.test(named)) return around;
  return { ...around, doubt: 'env', warning: `VAULT_PROJECT is not a valid name: it ${NAME_RULE}` };
}

/** What is known of a folder that may have no project. */
type Found = Partial<ChosenProject> & Pick<ProjectFile, 'startWarning'>;

const isChosen = (found: Found): found is ChosenProject => found.project !== undefined;

/** The value of a variable that an editor was to put a path into, and did not. */
const UNEXPANDED = /\$\{.*\}/;

const foldersIn = (paths: readonly (string | undefined)[]): readonly string[] =>
  paths.flatMap((path) => (path && !UNEXPANDED.test(path) ? (folderAt(path) ?? []) : []));

/** Where an agent works as its variables and its folder say. Cursor puts commas between folders, which a path may hold, too. */
function others(folder: string | undefined, env: NodeJS.ProcessEnv): (string | undefined)[] {
  const { WORKSPACE_FOLDER_PATHS: paths = '', CLAUDE_PROJECT_DIR } = env;
  const workspaces = existsSync(paths) ? [paths] : paths.split(',');
  return [...workspaces, CLAUDE_PROJECT_DIR, folder];
}

/** The first root or other folder that has a project, else the first of all. */
function ofFolders(
  roots: readonly string[],
  others: readonly string[],
  env: NodeJS.ProcessEnv,
): Found | undefined {
  const ofRoots = roots.map((folder) => ofFolder(folder, env));
  const [chosen, ...more] = ofRoots.filter(isChosen);
  if (chosen === undefined) {
    const ofOthers = others.map((folder) => ofFolder(folder, env));
    return ofOthers.find(isChosen) ?? ofRoots[0] ?? ofOthers[0];
  }
  const isIt = ({ project, repository }: ChosenProject) =>
    project === chosen.project && repository === chosen.repository;
  if (more.every(isIt)) return chosen;
  const warning = `the agent works in several folders, which share the project ${chosen.project} here: set VAULT_PROJECT, or start one agent in each`;
  return { ...chosen, doubt: 'several', warning };
}

/** What is wrong with a file. */
function doubtOf(...warnings: readonly (string | undefined)[]): Pick<Found, 'doubt' | 'warning'> {
  const said = warnings.filter((one) => one !== undefined);
  return said.length > 0 ? { doubt: 'file', warning: said.join('; ') } : {};
}

function ofFolder(folder: string, env: NodeJS.ProcessEnv): Found {
  const file = nearestProjectFile(folder);
  const { project, goal, moments, start, startWarning, warning } = file ?? {};
  const found =
    project !== undefined
      ? {
          project,
          source: 'file' as const,
          root: rootBelow(dirname(file?.path ?? ''), folder, env),
        }
      : (ofRepository(folder, env) ?? byName(folder, env) ?? {});
  return {
    ...found,
    folder,
    goal,
    moments,
    start,
    startWarning,
    ...doubtOf(warning, startWarning),
  };
}

/** The root of the files of a project that a file in the folder `named` names. */
function rootBelow(named: string, folder: string, env: NodeJS.ProcessEnv): string | undefined {
  const { root } = repositoryOf(folder) ?? {};
  if (root === undefined || isNoProject(root, env)) return named;
  const isAbove = root !== named && `${root}${sep}`.startsWith(`${named}${sep}`);
  return isAbove ? undefined : root;
}

function ofRepository(folder: string, env: NodeJS.ProcessEnv): Found | undefined {
  const repository = repositoryOf(folder);
  // Who keeps the files of the home directory in Git does not mean everything below it.
  if (!repository || isNoProject(repository.root, env)) return undefined;
  const { root, name, remote = '' } = repository;
  const ofRemote = nameOfRemote(remote);
  if (isName(ofRemote)) {
    const repository = repositoryOfRemote(remote);
    const isIt = projectKey(lastPart(repository ?? '')) === projectKey(ofRemote);
    const [longer] = isIt ? namesOfRepository(repository ?? '') : [];
    const project = isLayer(ofRemote) ? longer : ofRemote;
    return project ? { project, source: 'remote', root, ...(isIt && { repository }) } : {};
  }
  if (isLayer(name)) return {};
  return isName(name) ? { project: name, source: 'worktree', root } : undefined;
}

function byName(folder: string, env: NodeJS.ProcessEnv): Found | undefined {
  const project = basename(folder);
  if (isNoProject(folder, env) || !isName(project) || isLayer(project)) return undefined;
  const chosen = { project, source: 'cwd' } as const;
  if (!holdsRepositories(folder)) return { ...chosen, root: folder };
  const next = `start the agent in one of them, or name the project in ${join(folder, '.memory-vault.json')}`;
  return {
    ...chosen,
    doubt: 'several',
    warning: `${folder} holds several repositories, which share one project here: ${next}`,
  };
}

function isNoProject(folder: string, env: NodeJS.ProcessEnv): boolean {
  return isAboveProjects(folder) || folder === homeOf(env);
}

/** Undefined for a user without a home. */
function homeOf({ HOME }: NodeJS.ProcessEnv): string | undefined {
  try {
    return folderAt(HOME || homedir());
  } catch {
    return undefined;
  }
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
