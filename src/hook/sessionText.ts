import type { Agent } from './hookEvent.js';

/** Tokens of all that is injected at the start of a session. Copilot repeats it in each turn, and so gets less. */
const TOKENS = { vscode: 400, other: 1_200 } as const;

/** Of these, for the lines that `sessionText` adds; `test/hook/sessionText.test.ts` counts them. */
const OWN_TOKENS = { vscode: 100, other: 190 } as const;

/** How many tokens of what is recalled are asked for. */
export function tokensToRecall(agent: Agent): number {
  const size = agent === 'vscode' ? 'vscode' : 'other';
  return TOKENS[size] - OWN_TOKENS[size];
}

/** What an agent is told at the start of a session. */
export interface SessionStart {
  readonly agent: Agent;
  /** Of the session in the vault; undefined where none could be started. */
  readonly sessionId: string | undefined;
  /** Why the agent starts it: `startup`, `resume`, `clear` or `compact`. */
  readonly source: string | undefined;
  /** What the vault recalls, or undefined where it did not answer. */
  readonly recalled: string | undefined;
}

/** The text for the model: which session it is in, how the tools are used, and what the vault recalls. */
export function sessionText({ agent, sessionId, source, recalled }: SessionStart): string {
  const lines = [
    'Memory Vault keeps what earlier sessions settled.',
    sessionId &&
      `Its session for this work: ${sessionId} (session_id in memory_save and memory_session).`,
    ...(agent === 'vscode' ? BRIEF : TOOLS),
    source === 'compact' &&
      'The conversation was compacted: save now what was settled in it and is not saved yet.',
    source === 'resume' && 'The session goes on: save what was settled in it and is not saved yet.',
    recalled,
  ];
  return lines.filter(Boolean).join('\n');
}

const TOOLS = [
  '- memory_search before you decide, debug, or ask the user what was decided; memory_get for the few notes that matter.',
  '- memory_save when something is settled: one fact, with its reason; not what code or git says.',
  '- memory_session with action end and a summary (goal, done, learned, next) when the work is done.',
];

const BRIEF = ['memory_search before you decide or debug; memory_save what is settled.'];

/** For a vault that is starting: by the time that the model works, it is there. */
export const STARTING =
  'Memory Vault is starting. Call memory_context before you begin: it gives what earlier sessions settled.';
