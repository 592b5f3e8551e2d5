import { clientRef } from '../domain/clientRef.js';
import { membersOf, tryParse } from '../domain/json.js';
import { decodeText } from '../domain/unicode.js';
import { readToolCall, type ToolCall } from './toolCall.js';

/** The agents whose hooks are known. `vscode` is Copilot, in VS Code and on the command line. */
export const AGENTS = [
  'claude-code',
  'codex',
  'gemini',
  'opencode',
  'cursor',
  'vscode',
  'qwen',
] as const;
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
  'before-edit': 400,
  'before-command': 400,
  'after-failure': 400,
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

/** Since the start of this process, in milliseconds. Unlike `performance`, for which Node loads eight modules, it is there. */
export const msSinceStart = (): number => process.uptime() * 1_000;

/** More than any message of an agent; what comes after it is not read. */
const MAX_BYTES = 8_388_608;

/** Of an agent that writes a whole message and leaves standard input open: so long after its last byte, it is taken as it is. */
const QUIET_MS = 200;
/** Of one that writes none. */
const LONGEST_MS = 1_000;

/**
 * Standard input up to its end, or what has come of it: once it is quiet and `isWhole`, or after a second. Nothing of a
 * terminal, where nobody writes.
 */
export function readStdin(isWhole: (text: string) => boolean): Promise<string> {
  const { stdin } = process;
  if (stdin.isTTY) return Promise.resolve('');
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const until = msSinceStart() + LONGEST_MS;
    const text = () => {
      const all = Buffer.concat(chunks);
      // A hook does what it can also with a letter that it cannot read.
      return decodeText(all) ?? all.toString('utf8');
    };
    const done = () => {
      clearInterval(timer);
      stdin
        .removeAllListeners()
        .on('error', () => {})
        .pause();
      resolve(text());
    };
    const look = () => {
      const before = bytes;
      // Timers come before what has arrived: on a busy machine, all of it may wait behind this one.
      setImmediate(() =>
        setImmediate(() => {
          if (bytes !== before) return;
          if (msSinceStart() >= until || (bytes > 0 && isWhole(text()))) done();
        }),
      );
    };
    const timer = setInterval(look, QUIET_MS);
    stdin.on('data', (chunk: Buffer) => {
      timer.refresh();
      bytes += chunk.length;
      if (bytes <= MAX_BYTES) chunks.push(chunk);
    });
    stdin.once('end', done).once('error', done);
  });
}

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
  /** What the agent calls the one of its own agents that acts: it sees nothing of what others were told. */
  readonly agentId?: string;
  /** The call of a tool. */
  readonly tool?: ToolCall;
  /** What the agent itself calls the event. */
  readonly eventName?: string;
  /** True for what is no JSON object, and not empty either. */
  readonly isUnreadable?: boolean;
  /** True for the hooks of Copilot on the command line, which names nothing as VS Code does. */
  readonly isCopilotCli?: boolean;
}

/** Reads what an agent wrote to standard input. Nothing of what is no JSON object. */
export function readHookInput(text: string): HookInput {
  if (text.trim() === '') return {};
  const read = tryParse(text);
  if (typeof read !== 'object' || read === null || Array.isArray(read)) {
    return { isUnreadable: true };
  }
  const fields = membersOf(read);
  const first = (...names: readonly string[]) =>
    names.map((name) => fields[name]).find((value) => typeof value === 'string' && value !== '') as
      | string
      | undefined;
  const roots: unknown = fields.workspace_roots;
  const eventName = first('hook_event_name', 'hookEventName');
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
    agentId: clientRef(first('agent_id') ?? ''),
    tool: readToolCall(fields),
    eventName,
    isCopilotCli: eventName === undefined,
  };
}

const CONTEXT_ENDS = '</hook_context>';

/** Gemini CLI puts what hooks had to say at the start of the session before the first prompt. */
function withoutContext(prompt: string | undefined): string | undefined {
  if (!prompt?.startsWith('<hook_context>')) return prompt;
  const end = prompt.indexOf(CONTEXT_ENDS);
  return end < 0 ? prompt : prompt.slice(end + CONTEXT_ENDS.length);
}

/** What a hook has to say. */
export interface Outcome {
  /** For the model. */
  readonly context?: string;
  /** Whether the call of a tool is refused once, with the context as the reason: the user's project asks for it. */
  readonly isHeld?: boolean;
  /** One line for the user: what did not work, and what to do about it. */
  readonly message?: string;
  /** Work for which the answer does not wait. */
  readonly after?: () => void;
}

/** Whether an agent shows its user what a hook says at the start of a session. Others write it into a log, if anywhere. */
export function showsMessages(agent: Agent, { isCopilotCli = false }: HookInput): boolean {
  switch (agent) {
    case 'claude-code':
    case 'codex':
    case 'gemini':
    case 'qwen':
      return true;
    case 'vscode':
      return !isCopilotCli;
    case 'cursor':
    case 'opencode':
      return false;
  }
}

/** Whether an agent shows its model what the hook of a prompt says. */
export const hearsAtPrompt = (agent: Agent): boolean => agent !== 'opencode' && agent !== 'cursor';

/** Whether an agent can hold a call back for what its hook says. */
export const holdsCalls = (agent: Agent, { eventName }: HookInput): boolean =>
  (agent === 'claude-code' || agent === 'codex') && eventName === 'PreToolUse';

/** The answer that an agent expects on standard output. Never one that stops it, or blocks it unasked. */
export function hookAnswer(
  agent: Agent,
  event: HookEvent,
  input: HookInput,
  { context, message, isHeld }: Outcome,
): object {
  // Only the start of a session may speak: a line for every prompt would disturb.
  const isSaid = event === 'session-start' && message && showsMessages(agent, input);
  const said = isSaid ? { systemMessage: message } : {};
  switch (agent) {
    case 'claude-code':
    case 'codex':
      if (isHeld && context) return held(context);
      return { ...said, ...hookSpecific(input, context) };
    case 'gemini':
    case 'qwen':
      return { ...said, ...hookSpecific(input, context) };
    case 'vscode':
      if (input.isCopilotCli) return context ? { additionalContext: context } : {};
      // Copilot CLI names events as VS Code does where its hooks do, and reads the one beside.
      return {
        ...said,
        ...hookSpecific(input, context),
        ...(context && { additionalContext: context }),
      };
    case 'cursor':
      return cursorAnswer(event, context);
    case 'opencode':
      return { ...(context && { context }), ...(message && { message }) };
  }
}

/** Never with a decision on a permission: what the user allows stays with the user. */
function hookSpecific({ eventName = 'SessionStart' }: HookInput, context?: string): object {
  if (!context) return {};
  return { hookSpecificOutput: { hookEventName: eventName, additionalContext: context } };
}

function held(reason: string): object {
  const decision = { permissionDecision: 'deny', permissionDecisionReason: reason };
  return { hookSpecificOutput: { hookEventName: 'PreToolUse', ...decision } };
}

function cursorAnswer(event: HookEvent, context: string | undefined): object {
  const goesOn = event === 'session-start' || event === 'prompt' ? { continue: true } : {};
  return { ...goesOn, ...(context && { additional_context: context }) };
}
