/** The agents whose hooks are known. `vscode` is Copilot, in VS Code and on the command line. */
export const AGENTS = ['claude-code', 'codex', 'gemini', 'opencode', 'cursor', 'vscode'] as const;
export type Agent = (typeof AGENTS)[number];

/** What happens in an agent, and the longest that its hook may take, in milliseconds from the start of its process. */
export const BUDGET_MS = {
  'session-start': 1_500,
  prompt: 300,
  stop: 300,
  'session-end': 1_000,
} as const;
export type HookEvent = keyof typeof BUDGET_MS;

export function isAgent(name: string | undefined): name is Agent {
  return AGENTS.some((agent) => agent === name);
}

export function isHookEvent(name: string | undefined): name is HookEvent {
  return name !== undefined && Object.hasOwn(BUDGET_MS, name);
}
