import { homedir } from 'node:os';
import { basename } from 'node:path';

/** Where the name of a project came from. */
export type ProjectSource = 'argument' | 'header' | 'env' | 'file' | 'remote' | 'worktree' | 'cwd';

/** A project, and why it was chosen. */
export interface ChosenProject {
  readonly project: string;
  readonly source: ProjectSource;
  /** A sentence for the user, where the choice may be wrong: such as a folder that holds several repositories. */
  readonly warning?: string;
}

/**
 * The project of a folder: `VAULT_PROJECT`, else the name of the folder. Undefined for the home directory and for `/`.
 */
export function chosenProject(cwd: string, env: NodeJS.ProcessEnv): ChosenProject | undefined {
  if (env.VAULT_PROJECT) return { project: env.VAULT_PROJECT, source: 'env' };
  const project = cwd === homedir() ? '' : basename(cwd);
  return project === '' ? undefined : { project, source: 'cwd' };
}
