import { checkoutAt } from '../checkout/git.js';
import { headOf } from '../checkout/gitHead.js';
import { touchedFiles } from '../checkout/touchedFiles.js';
import { type ChosenProject, mayStandOutside } from '../connect/chosenProject.js';
import { sentenceOf } from '../diagnostics/diagnostic.js';
import { sha256Hex } from '../domain/hash.js';
import { projectKey } from '../domain/names.js';
import { START_PARTS, type StartSettings } from '../domain/startSettings.js';
import { ago } from '../domain/time.js';
import { estimateTokens } from '../domain/tokens.js';
import { type GivenNote, readGiven } from '../domain/told.js';
import { keptContexts } from '../files/keptContexts.js';
import { type Agent, type HookInput, type Outcome, showsMessages } from './agentProtocol.js';
import { keep, type Outgoing, type Sent, sendWaiting } from './delivery.js';
import { outboxNews } from './outboxNews.js';
import { markChanged, type Recalled, recalled, stateLine } from './recalled.js';
import { callIn, LATE, LoginNeeded, type VaultCall, withinBudget } from './vaultCall.js';
import { toldOf, type Whose } from './write.js';

/** What waits is sent for at most so long, and for a quarter of the time that is left, so that the context still arrives. */
export const WAITING_MS = 400;
/** Of the time that is left, so much may be Git's. */
const GIT_SHARE = 0.3;
/** With less time, a call that failed is not made again. */
const AGAIN_MS = 300;

/** A vault that was found. */
export interface FoundVault {
  readonly call: VaultCall;
  /** Whether it is the service of the data directory: what it tells is kept there, where forgetting reaches it. */
  readonly isOwn: boolean;
}

interface Starting extends Outgoing {
  /** How long what waits may be sent, in milliseconds: the context is to come in time. */
  readonly waitingMs: number;
  readonly dataDir: string;
  /** The credential of the caller: what it was told is kept for it alone. */
  readonly token: string | undefined;
  /** Finds the vault, again each time. Rejects with a sentence where there is none. */
  readonly findVault: () => Promise<FoundVault>;
}

/**
 * Sends what waits and asks for the context. Each part stands alone: whatever fails or takes too long, the model gets the
 * others, which tools there are, and in which project and session it is. The session comes into being with its first record.
 */
export async function startOfSession(
  whose: Whose,
  chosen: ChosenProject,
  input: HookInput,
  { outbox, msLeft, now, waitingMs, dataDir, token, findVault }: Starting,
): Promise<Outcome> {
  const problems: (string | undefined)[] = [];
  let loginNeeded: string | undefined;
  /** A part within the time that is left; undefined where it fails, which is said. */
  const part = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    const done = work().then(
      (value) => ({ value, why: undefined }),
      (error) => {
        if (error instanceof LoginNeeded) loginNeeded = error.message;
        return { value: undefined, why: sentenceOf(error) };
      },
    );
    const { value, why } = await withinBudget(done, msLeft(), { value: undefined, why: LATE });
    if (!problems.includes(why)) problems.push(why);
    return value;
  };
  const { root } = chosen;
  const isTold = chosen.start !== false;
  const start = chosen.start || {};
  // Git looks while the vault is found.
  const isAsked = isTold && root !== undefined && (start.parts ?? START_PARTS).includes('files');
  const touched = isAsked ? touchedFiles(checkoutAt(root, msLeft() * GIT_SHARE)) : undefined;
  const found = await part(findVault);
  // A service that has just ended is found again, or started.
  const call = callIn(chosen.repository, async (request) => {
    try {
      if (found !== undefined) return await found.call(request);
    } catch (error) {
      if (error instanceof LoginNeeded || msLeft() < AGAIN_MS) throw error;
    }
    return (await findVault()).call({ ...request, timeoutMs: msLeft() });
  });
  let sent: Sent | undefined;
  const tokens = tokensToRecall(whose.agent, start);
  const { to = '' } = whose;
  const branch = root && headOf(root)?.branch;
  const about = [tokens, start.parts, branch, projectKey(chosen.project), chosen.repository];
  const key = sha256Hex([to, token ?? '', ...about].join('\0'));
  const contexts = keptContexts(dataDir);
  let told: Recalled | undefined;
  let line: string | undefined;
  if (found !== undefined) {
    const reserved = msLeft() - Math.min(waitingMs, msLeft() / 4);
    const left = () => Math.max(0, msLeft() - reserved);
    sent = await part(() => sendWaiting(whose, found.call, { outbox, msLeft: left, now }));
    const keepContext = found.isOwn && isTold ? contexts.prepare(key) : undefined;
    if (isTold)
      told = await part(async () =>
        recalled(chosen, { tokens, files: (await touched) ?? [] }, call, msLeft()),
      );
    // Nobody misses it who gets a context.
    if (told !== undefined || !isTold)
      line = await stateLine(chosen, now, call, msLeft()).catch(() => undefined);
    keepContext?.(
      told && { text: told.text, given: told.given, project: told.project, line, at: now },
    );
  }
  problems.push(sent?.problem);
  // Last, because what is told now is not told again: a hook that runs out of time tells nothing.
  const isShown = showsMessages(whose.agent, input);
  const inVain = sent?.inVain;
  const news = await part(async () => outboxNews({ outbox, whose, inVain, now, isShown }));
  // What a login could read is not given to who has it no longer.
  const isStoodInFor = isTold && told === undefined && loginNeeded === undefined;
  const kept = isStoodInFor ? contexts.last(key, now) : undefined;
  const given = told?.given ?? readGiven(kept?.given);
  const age = kept && ago(kept.at, now);
  const isBlank = isStoodInFor && kept === undefined;
  const said = [isShown && isNew(input) && (line ?? (kept?.line && `${kept.line} (${age})`))];
  const failed = problems.filter(Boolean).join('; ');
  const wrong = [chosen.warning, isBlank && failed !== '' ? `${BLANK}: ${failed}` : failed, news];
  return {
    context: sessionText({
      agent: whose.agent,
      project: { ...chosen, project: (told ?? kept)?.project ?? chosen.project },
      sessionRef: whose.sessionRef,
      source: input.source,
      loginNeeded,
      recalled: told
        ? { text: markChanged(told, root) }
        : isTold && kept && { text: kept.text, age },
    }),
    message: [...said, ...wrong].filter(Boolean).join('; ') || undefined,
    after: () => keepTold(whose, given, (told ?? kept)?.text, { outbox, now }),
  };
}

/** Keeps what a session was told at its start, for the record. */
function keepTold(
  whose: Whose,
  notes: readonly GivenNote[],
  text: string | undefined,
  outgoing: Pick<Outgoing, 'outbox' | 'now'>,
): void {
  if (notes.length === 0 || text === undefined || whose.sessionRef === undefined) return;
  const telling = { moment: 'start', notes, tokens: estimateTokens(text) } as const;
  keep(outgoing, toldOf(whose, telling, outgoing.now));
}

/** What a user has to know first of a session that was told nothing. */
const BLANK = 'this session starts without the notes of the vault';

/** A session that goes on has been told of already. */
const isNew = ({ source = 'startup' }: HookInput) => source === 'startup';

/**
 * Tokens of what is recalled at the start of a session, as `estimateTokens` counts. With the lines that `sessionText` adds, at most 190
 * (100 for Copilot), they are no more than 650 of o200k for English text.
 */
const TOKENS = 680;
/** Copilot repeats all of it in each turn, and so gets less. */
const TOKENS_OF_COPILOT = 300;

/** How many tokens of what is recalled are asked for. */
export function tokensToRecall(agent: Agent, { tokens = TOKENS }: StartSettings = {}): number {
  return agent === 'vscode' ? Math.min(tokens, TOKENS_OF_COPILOT) : tokens;
}

interface KnownText {
  readonly text: string;
  readonly age?: string;
}

/** What an agent is told at the start of a session. */
interface SessionStart {
  readonly agent: Agent;
  /** Undefined where none is known. */
  readonly project: Pick<ChosenProject, 'project' | 'source'> | undefined;
  /** What the session is called (`clientRef`); the vault has it once there is something to keep. */
  readonly sessionRef: string | undefined;
  /** Why the agent starts it: `startup`, `resume`, `clear` or `compact`. */
  readonly source: string | undefined;
  /**
   * What the vault recalls, or what it recalled earlier (`age`, such as `3 hours ago`); undefined where neither is known, and false
   * where the project wants nothing to be told.
   */
  readonly recalled: KnownText | undefined | false;
  /** What the user has to do before the vault answers: log in. */
  readonly loginNeeded?: string | undefined;
}

/** The text for the model: which session it is in, how the tools are used, and what the vault recalls. */
export function sessionText(start: SessionStart): string {
  const { agent, source, recalled, loginNeeded } = start;
  const { text, age }: Partial<KnownText> = recalled || {};
  const lines = [
    'Memory Vault keeps what earlier sessions settled.',
    `In its tools: ${argumentsOf(start)}.`,
    ...(agent === 'vscode' ? BRIEF : TOOLS),
    source === 'compact' &&
      'The conversation was compacted: save now what was settled and is not saved yet.',
    source === 'resume' && 'The session goes on: save what was settled and is not saved yet.',
    loginNeeded && `No answer. Tell the user: ${loginNeeded}`,
    recalled === undefined && loginNeeded === undefined && (start.project ? NOT_YET : NAME_ONE),
    age !== undefined && `${NOT_YET} From ${age}:`,
    text,
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

/** Without a project, `memory_context` refuses. */
const NAME_ONE = 'No project is known: call memory_context with one first.';
