import type { ChosenProject } from '../connect/chosenProject.js';
import { openSession } from './agentSession.js';
import { type Outcome, showsMessages } from './hookAnswer.js';
import type { HookInput } from './hookInput.js';
import { recalled } from './recalled.js';
import { sendWaiting } from './sendWaiting.js';
import { sessionText, tokensToRecall } from './sessionText.js';
import type { Spool } from './spool.js';
import { spoolNews } from './spoolNews.js';
import { idIn, reasonOf } from './vaultAnswer.js';
import type { VaultCall } from './vaultCall.js';
import type { Whose } from './waiting.js';

/** What waits is sent for at most so long, so that the context still arrives. */
const WAITING_MS = 400;

/** What the start of a session has found out so far: it can be cut off at any time. */
export interface Starting {
  readonly whose: Whose;
  readonly chosen: ChosenProject;
  /** What the agent says about it. */
  readonly input: HookInput;
  readonly spool: Spool;
  readonly call: VaultCall;
  readonly msLeft: () => number;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Sends what waits, asks for the context, and starts the session. The session comes last: it is not its own last one. */
export async function startOfSession(starting: Starting): Promise<Outcome> {
  const { whose, chosen, input, spool, call, msLeft, now } = starting;
  const reserved = msLeft() - WAITING_MS;
  const sending = { spool, call, whose, now, msLeft: () => Math.max(0, msLeft() - reserved) };
  const sent = await sendWaiting(sending);
  const problems = [chosen.warning, sent.problem];
  const said = await recalled(chosen, tokensToRecall(whose.agent), call, msLeft()).catch(
    (error: Error) => {
      problems.push(`no context (${error.message})`);
      return undefined;
    },
  );
  const sessionId = await idOfSession(whose, call, msLeft).catch((error: Error) => {
    problems.push(`no session (${error.message})`);
    return undefined;
  });
  // Last, because what is told now is not told again: a hook that runs out of time tells nothing.
  const isShown = showsMessages(whose.agent, input);
  problems.push(spoolNews({ spool, whose, inVain: sent.inVain, now, isShown }));
  const message = problems.filter(Boolean).join('; ') || undefined;
  // Without an answer, the tools will not work either.
  if (said === undefined && sessionId === undefined) return { message };
  const { source } = input;
  const text = sessionText({ agent: whose.agent, sessionId, source, recalled: said });
  return { context: text, message };
}

async function idOfSession(
  whose: Whose,
  call: VaultCall,
  msLeft: () => number,
): Promise<string | undefined> {
  if (whose.sessionRef === undefined) return undefined;
  const started = await openSession(whose, call, msLeft);
  const id = idIn(started);
  if (id === undefined) throw new Error(reasonOf(started));
  return id;
}
