/** What an agent tells its hook, in one spelling for all agents. Whatever it does not say is left out. */
export interface HookInput {
  /** The agent's own id of its session. */
  readonly sessionId?: string;
  readonly cwd?: string;
  /** Why a session starts: `startup`, `resume`, `clear` or `compact`. */
  readonly source?: string;
  readonly prompt?: string;
  /** The last message of the agent in this turn. */
  readonly lastMessage?: string;
  /** The file in which the agent keeps the conversation. */
  readonly transcript?: string;
  /** The agent's own summary of its session. */
  readonly summary?: string;
  /** True for the hooks of Copilot on the command line, which names nothing as VS Code does. */
  readonly isCopilotCli?: boolean;
}

/** Reads what an agent wrote to standard input. Nothing for what is no JSON object. */
export function readHookInput(text: string): HookInput {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return {};
  }
  if (typeof read !== 'object' || read === null || Array.isArray(read)) return {};
  const fields = read as Record<string, unknown>;
  const first = (...names: readonly string[]) =>
    names.map((name) => fields[name]).find((value) => typeof value === 'string' && value !== '') as
      | string
      | undefined;
  const roots: unknown = fields.workspace_roots;
  const [root]: unknown[] = Array.isArray(roots) ? roots : [];
  return {
    // Cursor's `conversation_id` outlives the `session_id` of a window.
    sessionId: first('conversation_id', 'session_id', 'sessionId', 'sessionID'),
    cwd: first('cwd') ?? (typeof root === 'string' ? root : undefined),
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
