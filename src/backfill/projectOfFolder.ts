import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { isAbsolute, resolve, sep } from 'node:path';
import { type ChosenProject, chosenProject } from '../connect/chosenProject.js';
import { projectKey } from '../domain/names.js';

/** The project of a conversation, or why it has none. */
type Attributed =
  | {
      readonly project: string;
      /** Where the files of the project are. */
      readonly root: string;
      /** False where its `.memory-vault.json` says that no prompt is to be kept. */
      readonly goal: boolean;
      /** It as its folder names it. */
      readonly chosen: ChosenProject;
    }
  | { readonly leftOut: string };

/** Why a conversation of another project than the wanted one is left out; it is not worth a word. */
export const OF_OTHERS = 'it is of another project';

/** What decides of whom a conversation is. */
export interface Attribution {
  readonly home: string;
  /** The only project that is wanted. */
  readonly wanted: string | undefined;
  /** The keys of the projects that the vault has. */
  readonly known: ReadonlySet<string>;
  /** A project as the vault calls it; by default as its folder does. With `binds`, something is stored of it next. */
  readonly inVault?: (
    chosen: ChosenProject,
    options?: { readonly binds: boolean },
  ) => Promise<ChosenProject>;
}

const HOMELESS =
  'it belongs to no project: its folder is a home directory, a temporary, hidden or system folder, or above all projects';
const GONE =
  'its folder is gone, and the vault has no project of that name: --project NAME imports it';

/**
 * The project of a conversation by the folder that it recorded, and by nothing that was said in it: what an agent in that folder would
 * work in now. The settings of this process, such as `VAULT_PROJECT`, say nothing of it. What stands for a folder that is gone, its name
 * or a repository around it, counts only for a project that the vault has, or that somebody names: it may have been a worktree, or
 * a repository of its own.
 */
export async function projectOfFolder(
  folder: string | undefined,
  of: Attribution,
): Promise<Attributed> {
  if (folder === undefined || !isAbsolute(folder))
    return { leftOut: 'it does not name its folder' };
  const chosen = chosenProject(folder, { HOME: of.home });
  const isNamed = chosen !== undefined && chosen.source !== 'cwd';
  if (chosen === undefined || (!isNamed && isNobodysWork(folder))) return { leftOut: HOMELESS };
  const { inVault = async (one) => one } = of;
  const { project, root = folder, goal } = await inVault(chosen);
  const key = projectKey(project);
  const attributed = { project, root, goal: goal !== false, chosen };
  if (existsSync(folder) || of.known.has(key)) return attributed;
  if (of.wanted === undefined) return { leftOut: GONE };
  return projectKey(of.wanted) === key ? attributed : { leftOut: OF_OTHERS };
}

const TEMPORARY = ['/tmp', '/var/tmp', '/var/folders', '/dev/shm', tmpdir()];
/** Above all projects, or the home of somebody. */
const ABOVE = /^\/(?:home|Users)(?:\/[^/]+)?$|^\/(?:root|var|opt|srv|mnt|media|Volumes)$/;
/** Of the system, but for where sources are kept. */
const OF_SYSTEM =
  /^\/(?:etc|bin|sbin|lib\w*|proc|sys|dev|boot|run|System|Library|Applications|var\/(?:lib|log|cache|spool|run)|usr(?!\/(?:local\/)?src\/))(?:\/|$)/;
/** On macOS, these are links to folders in this one. */
const PRIVATE = /^\/private(?=\/(?:tmp|var|etc)(?:\/|$))/;

/** Whether a folder that nothing names is none in which somebody keeps a project. */
function isNobodysWork(folder: string): boolean {
  const path = resolve(folder).replace(PRIVATE, '');
  const isTemporary = TEMPORARY.some((one) => path === one || path.startsWith(one + sep));
  const isHidden = path.split(sep).some((part) => part.startsWith('.'));
  return isTemporary || isHidden || ABOVE.test(path) || OF_SYSTEM.test(path);
}
