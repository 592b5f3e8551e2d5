import { unreachable } from '../domain/unreachable.js';
import type { Agent, HookEvent } from './hookEvent.js';
import type { HookInput } from './hookInput.js';

/** What a hook has to say. */
export interface Outcome {
  /** For the model. */
  readonly context?: string;
  /** One line for the user: what did not work, and what to do about it. */
  readonly message?: string;
}

/** Whether an agent shows its user what a hook says at the start of a session. Others write it into a log, if anywhere. */
export function showsMessages(agent: Agent, { isCopilotCli = false }: HookInput): boolean {
  switch (agent) {
    case 'claude-code':
    case 'codex':
    case 'gemini':
      return true;
    case 'vscode':
      return !isCopilotCli;
    case 'cursor':
    case 'opencode':
      return false;
    default:
      return unreachable(agent);
  }
}

/** The answer that an agent expects on standard output. Never one that blocks or stops it. */
export function hookAnswer(
  agent: Agent,
  event: HookEvent,
  input: HookInput,
  { context, message }: Outcome,
): object {
  // Only the start of a session may speak: a line for every prompt would disturb.
  const isSaid = event === 'session-start' && message && showsMessages(agent, input);
  const said = isSaid ? { systemMessage: message } : {};
  switch (agent) {
    case 'claude-code':
    case 'codex':
    case 'gemini':
      return { ...said, ...hookSpecific(context) };
    case 'vscode':
      if (input.isCopilotCli) return context ? { additionalContext: context } : {};
      return { ...said, ...hookSpecific(context) };
    case 'cursor':
      return cursorAnswer(event, context);
    case 'opencode':
      return { ...(context && { context }), ...(message && { message }) };
    default:
      return unreachable(agent);
  }
}

function hookSpecific(context: string | undefined): object {
  if (!context) return {};
  return { hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: context } };
}

function cursorAnswer(event: HookEvent, context: string | undefined): object {
  const goesOn = event === 'session-start' || event === 'prompt' ? { continue: true } : {};
  return { ...goesOn, ...(context && { additional_context: context }) };
}
