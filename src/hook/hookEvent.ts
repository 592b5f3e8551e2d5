/** The agents whose hooks are known. `vscode` is Copilot, in VS Code and on the command line. */
export const AGENTS = ['claude-code', 'codex', 'gemini', 'opencode', 'cursor', 'vscode'] as const;
export type Agent = (typeof AGENTS)[number];

/**
 * What happens in an agent, and until when its hook waits for a vault, in milliseconds from the start of its process. What a
 * hook keeps on disk comes first, and takes as long as it takes.
 */
export const BUDGET_MS = {
  'session-start': 1_500,
  prompt: 300,
  stop: 300,
  'session-end': 1_000,
} as const;
export type HookEvent = keyof typeof BUDGET_MS;

/**
 * The same for the start of a session whose vault is the service of this machine: it may have to start, and on a busy machine one
 * that runs takes as long. Agents wait 5 s for it.
 */
export const STARTING_MS = 4_000;

export function isAgent(name: string | undefined): name is Agent {
  return AGENTS.some((agent) => agent === name);
}

export function isHookEvent(name: string | undefined): name is HookEvent {
  return name !== undefined && Object.hasOwn(BUDGET_MS, name);
}
