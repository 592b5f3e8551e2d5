import type { VaultClient } from 'memory-vault-client';
import type { ChosenProject } from '../connect/chosenProject.js';

/** What a tool works with: whose vault, for which project, in which session. */
export interface Surroundings {
  readonly vault: VaultClient;
  /** Undefined when nothing says which project it is. */
  readonly project: ChosenProject | undefined;
  /** The name of the client, such as `claude-code`. */
  readonly agent?: string | undefined;
  /** What the agent calls its session: saves land in the work session of that name. */
  readonly clientRef?: string | undefined;
}
