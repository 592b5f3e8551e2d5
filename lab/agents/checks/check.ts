import type { Agent } from '../agents/agent.js';
import type { World } from '../world.js';

/** What must be true of every agent. Checks of one agent run in order, in the same home. */
export interface Check {
  /** A sentence. */
  readonly title: string;
  /** Why an agent cannot do it without a terminal; undefined for one that can. */
  readonly impossible?: (agent: Agent) => string | undefined;
  /** Resolves with what was seen, in a few words. Throws what was not as it must be. */
  run(world: World): Promise<string>;
}
