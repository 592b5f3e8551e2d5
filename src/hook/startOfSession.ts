import type { ChosenProject } from '../connect/chosenProject.js';
import { openSession } from './agentSession.js';
import type { Outcome } from './hookAnswer.js';
import { recalled } from './recalled.js';
import { sendWaiting } from './record.js';
import { sessionText, tokensToRecall } from './sessionText.js';
import type { Spool } from './spool.js';
import { idIn, reasonOf } from './vaultAnswer.js';
import type { VaultCall } from './vaultCall.js';
import type { Whose } from './waiting.js';

/** What waits is sent for at most so long, so that the context still arrives. */
const WAITING_MS = 400;

/** What the start of a session has found out so far: it can be cut off at any time. */
export interface Starting {
  readonly whose: Whose;
  readonly chosen: ChosenProject;
  /** Why the agent starts it. */
  readonly source: string | undefined;
  readonly spool: Spool;
  readonly call: VaultCall;
  readonly msLeft: () => number;
}

/** Sends what waits, asks for the context, and starts the session. The session comes last: it is not its own last one. */
export async function startOfSession(starting: Starting): Promise<Outcome> {
  const { whose, chosen, source, spool, call, msLeft } = starting;
  const reserved = msLeft() - WAITING_MS;
  const told = await sendWaiting(spool, call, whose, () => msLeft() - reserved);
  const problems = [chosen.warning, told];
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
  const message = problems.filter(Boolean).join('; ') || undefined;
  // Without an answer, the tools will not work either.
  if (said === undefined && sessionId === undefined) return { message };
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
