import type { AgentName } from './agent.js';
import type { Agent } from './agentKind.js';
import { EDITOR_AGENTS } from './editorAgents.js';
import { TERMINAL_AGENTS } from './terminalAgents.js';

/** Every agent by its name. */
export const ALL_AGENTS: Readonly<Record<AgentName, Agent>> = {
  ...TERMINAL_AGENTS,
  ...EDITOR_AGENTS,
};
