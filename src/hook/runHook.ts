import { type ChosenProject, chosenProject } from '../connect/chosenProject.js';
import { namedVault, readClientSettings } from '../connect/clientSettings.js';
import { findOrStartService } from '../connect/startService.js';
import { messageOf } from '../diagnostics/messageOf.js';
import { unreachable } from '../domain/unreachable.js';
import { firstPromptsIn } from './firstPrompts.js';
import type { Outcome } from './hookAnswer.js';
import type { Agent, HookEvent } from './hookEvent.js';
import type { HookInput } from './hookInput.js';
import { lastMessage } from './lastMessage.js';
import { type Recording, record } from './record.js';
import { sendWaiting } from './sendWaiting.js';
import { STARTING } from './sessionText.js';
import { spoolIn } from './spool.js';
import { startOfSession } from './startOfSession.js';
import { type VaultCall, vaultAt } from './vaultCall.js';
import { endOf, goalOf, notesOf, type Whose } from './waiting.js';

/** A hook that an agent runs. */
export interface Hook {
  readonly agent: Agent;
  readonly event: HookEvent;
  /** Whether notes are made of what the agent says that it learned. */
  readonly passive: boolean;
  readonly input: HookInput;
  /** Undefined where the folder was removed. */
  readonly cwd: string | undefined;
  readonly env: NodeJS.ProcessEnv;
  /** How long it may still take, in milliseconds; at least 1. */
  readonly msLeft: () => number;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Does what an event is for. Rejects with a sentence for the user where that did not work. */
export async function runHook(hook: Hook): Promise<Outcome> {
  const { event, input } = hook;
  // Nothing waits for a vault that has nothing to do.
  if (event === 'stop' && !hook.passive) return {};
  if (event === 'prompt' && (!input.prompt || !input.sessionId)) return {};
  const chosen = chosenProject(input.cwd ?? hook.cwd, hook.env, input.roots);
  if (chosen === undefined) return event === 'session-start' ? { message: NO_PROJECT } : {};
  switch (event) {
    case 'session-start':
      return startOf(hook, chosen);
    case 'prompt':
      return keepGoal(hook, chosen);
    case 'stop':
      return keepLearnings(hook, chosen);
    case 'session-end':
      return endSession(hook, chosen);
    default:
      return unreachable(event);
  }
}

/** Of the time for a service that is started: to say so. */
const AFTER_WAIT_MS = 100;

const NO_PROJECT =
  'no project in this folder: start the agent in the folder of a project, or set VAULT_PROJECT';

async function startOf(hook: Hook, chosen: ChosenProject): Promise<Outcome> {
  const { whose, recording } = placeOf(hook, chosen);
  const { spool, findVault, msLeft, now } = recording;
  let call: VaultCall;
  try {
    call = await findVault();
  } catch (error) {
    // It took all the time because a service is starting, which the agent need not wait for.
    if (msLeft() > AFTER_WAIT_MS) throw error;
    return { context: STARTING, message: messageOf(error) };
  }
  return startOfSession({ whose, chosen, input: hook.input, spool, call, msLeft, now });
}

async function keepGoal(hook: Hook, chosen: ChosenProject): Promise<Outcome> {
  const { agent, input } = hook;
  const { prompt = '', sessionId = '' } = input;
  if (chosen.goal === false) return {};
  const { whose, recording } = placeOf(hook, chosen);
  const first = firstPromptsIn(recording.spool.folder);
  if (prompt.trim() === '' || isCommand(prompt) || first.isMarked(agent, sessionId)) return {};
  const goal = await goalOf(whose, prompt);
  // Only now: had this process ended before, the next prompt would be the first.
  if (!first.mark(agent, sessionId)) return {};
  return { message: await record([goal], recording) };
}

/** True for a command of an agent, such as `/clear`; not for a path. */
const isCommand = (prompt: string) => /^\s*\/[\w:-]+(?:\s|$)/.test(prompt);

async function keepLearnings(hook: Hook, chosen: ChosenProject): Promise<Outcome> {
  const { lastMessage: said, transcript } = hook.input;
  const message = said ?? (transcript === undefined ? undefined : lastMessage(transcript));
  const { whose, recording } = placeOf(hook, chosen);
  return { message: await record(await notesOf(whose, message ?? ''), recording) };
}

/** Without a summary, a session stays open: one that has ended could not take the summary of an agent that goes on. */
async function endSession(hook: Hook, chosen: ChosenProject): Promise<Outcome> {
  const { whose, recording } = placeOf(hook, chosen);
  const { spool, findVault, msLeft, now } = recording;
  const { summary, sessionId } = hook.input;
  const ends = summary !== undefined && sessionId !== undefined;
  const message = ends ? await record([await endOf(whose, summary)], recording) : undefined;
  if (message !== undefined || spool.names().length === 0) return { message };
  const sent = await sendWaiting({ spool, call: await findVault(), whose, msLeft, now });
  return { message: sent.problem };
}

/** Whose hook it is, and where it records. A wrong setting fails `findVault` only: what a hook records waits until it is right. */
function placeOf(
  { agent, event, input, env, msLeft, now }: Hook,
  { project }: ChosenProject,
): { readonly whose: Whose; readonly recording: Recording } {
  const { dataDir, to } = namedVault(env);
  const findVault = async () => {
    const settings = readClientSettings(env);
    const start = event === 'session-start';
    const waitMs = Math.max(1, Math.round(msLeft() - AFTER_WAIT_MS / 2));
    const { url, own } = await findOrStartService(settings, { start, waitMs });
    return vaultAt(url, { token: settings.token, secret: own?.secret });
  };
  return {
    whose: { agent, project, sessionRef: input.sessionId, to },
    recording: { spool: spoolIn(dataDir), findVault, msLeft, now },
  };
}
