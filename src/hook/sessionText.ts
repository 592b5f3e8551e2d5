import { type ChosenProject, mayStandOutside } from '../connect/chosenProject.js';
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
  /** Undefined where none is known. */
  readonly project: Pick<ChosenProject, 'project' | 'source'> | undefined;
  /** What the session is called (`clientRef`); the vault has it once there is something to keep. */
  readonly sessionRef: string | undefined;
  /** Why the agent starts it: `startup`, `resume`, `clear` or `compact`. */
  readonly source: string | undefined;
  /** What the vault recalls, or what it recalled earlier (`age`, such as `3 hours ago`); undefined where neither is known. */
  readonly recalled: { readonly text: string; readonly age?: string } | undefined;
  /** What the user has to do before the vault answers: log in. */
  readonly loginNeeded?: string | undefined;
}

/** The text for the model: which session it is in, how the tools are used, and what the vault recalls. */
export function sessionText(start: SessionStart): string {
  const { agent, source, recalled, loginNeeded } = start;
  const lines = [
    'Memory Vault keeps what earlier sessions settled.',
    `In its tools: ${argumentsOf(start)}.`,
    ...(agent === 'vscode' ? BRIEF : TOOLS),
    source === 'compact' &&
      'The conversation was compacted: save now what was settled and is not saved yet.',
    source === 'resume' && 'The session goes on: save what was settled and is not saved yet.',
    loginNeeded && `No answer. Tell the user: ${loginNeeded}`,
    recalled === undefined && loginNeeded === undefined && NOT_YET,
    recalled?.age !== undefined && `${NOT_YET} From ${recalled.age}:`,
    recalled?.text,
  ];
  return lines.filter(Boolean).join('\n');
}

function argumentsOf({ project, sessionRef }: SessionStart): string {
  const named = argumentFor(project);
  return sessionRef === undefined ? named : `${named}, session_id "${sessionRef}"`;
}

/** A name is told as it is or not at all: with another one, notes would land in another project. */
function argumentFor(project: SessionStart['project']): string {
  if (project === undefined) return 'name the project in each call, none is known here';
  const isTold = mayStandOutside(project) && NAME.test(project.project);
  // The tools find it where the hook did, or by the session.
  return isTold ? `project "${project.project}"` : 'leave out project';
}

/** Short, on one line, and without hidden letters and quotes. */
const NAME = /^[^\p{C}\p{Zl}\p{Zp}"]{1,60}$/u;

const TOOLS = [
  '- memory_search before you decide, debug, or ask the user what was decided; memory_get for the few notes that matter.',
  '- memory_save when something is settled: one fact, with its reason; not what code or git says.',
  '- memory_session with action end and a summary (goal, done, learned, next) when the work is done.',
];

const BRIEF = ['memory_search before you decide; memory_save what is settled.'];

/** By the time that the model works, a vault that is starting is there. */
const NOT_YET = 'No answer yet: call memory_context first.';
