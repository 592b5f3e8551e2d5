import type { VaultClient } from 'memory-vault-client';
import type { ChosenProject } from '../connect/chosenProject.js';
import type { ProjectKey } from '../domain/projectKey.js';

/** What a tool works with: whose vault, for which project, in which session. */
export interface Surroundings {
  readonly vault: VaultClient;
  /** Undefined when nothing says which project it is. */
  readonly project: ChosenProject | undefined;
  /** The name of the client, such as `claude-code`. */
  readonly agent?: string | undefined;
  /** What the agent calls its session: saves land in the work session of that name. */
  readonly clientRef?: string | undefined;
  /** The number of the agent's last session in each project, by its key: those before it have ended, and need not be asked for. */
  readonly reached?: Map<ProjectKey, number> | undefined;
}
