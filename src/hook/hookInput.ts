import { clientRef } from '../domain/nthClientRef.js';

/** What an agent tells its hook, in one spelling for all agents. Whatever it does not say is left out. */
export interface HookInput {
  /** What the agent calls its session (`clientRef`). */
  readonly sessionId?: string;
  readonly cwd?: string;
  /** The folders of a window that has several. */
  readonly roots?: readonly string[];
  /** Why a session starts: `startup`, `resume`, `clear` or `compact`. */
  readonly source?: string;
  readonly prompt?: string;
  /** The last message of the agent in this turn. */
  readonly lastMessage?: string;
  /** The file in which the agent keeps the conversation. */
  readonly transcript?: string;
  /** The agent's own summary of its session. */
  readonly summary?: string;
  /** True for what is no JSON object, and not empty either. */
  readonly isUnreadable?: boolean;
  /** True for the hooks of Copilot on the command line, which names nothing as VS Code does. */
  readonly isCopilotCli?: boolean;
}

/** Reads what an agent wrote to standard input. Nothing of what is no JSON object. */
export function readHookInput(text: string): HookInput {
  if (text.trim() === '') return {};
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return { isUnreadable: true };
  }
  if (typeof read !== 'object' || read === null || Array.isArray(read)) {
    return { isUnreadable: true };
  }
  const fields = read as Record<string, unknown>;
  const first = (...names: readonly string[]) =>
    names.map((name) => fields[name]).find((value) => typeof value === 'string' && value !== '') as
      | string
      | undefined;
  const roots: unknown = fields.workspace_roots;
  return {
    // Cursor's `conversation_id` outlives the `session_id` of a window.
    sessionId: clientRef(first('conversation_id', 'session_id', 'sessionId', 'sessionID') ?? ''),
    cwd: first('cwd'),
    roots: Array.isArray(roots) ? roots.filter((root) => typeof root === 'string') : [],
    source: first('source'),
    prompt: withoutContext(first('prompt')),
    // Gemini CLI says `prompt_response`.
    lastMessage: first('last_assistant_message', 'prompt_response'),
    transcript: first('transcript_path', 'transcriptPath'),
    summary: first('summary', 'session_summary'),
    isCopilotCli: first('hook_event_name', 'hookEventName') === undefined,
  };
}

const CONTEXT_ENDS = '</hook_context>';

/** Gemini CLI puts what hooks had to say at the start of the session before the first prompt. */
function withoutContext(prompt: string | undefined): string | undefined {
  if (!prompt?.startsWith('<hook_context>')) return prompt;
  const end = prompt.indexOf(CONTEXT_ENDS);
  return end < 0 ? prompt : prompt.slice(end + CONTEXT_ENDS.length);
}
