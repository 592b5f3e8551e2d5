import { type Head, headOf } from '../checkout/gitHead.js';
import { type ChosenProject, chosenProject } from '../connect/chosenProject.js';
import { namedVault, readClientSettings } from '../connect/clientSettings.js';
import { tokenFor } from '../connect/keptLogin.js';
import { readServiceFile } from '../connect/serviceFile.js';
import { findOrStartService } from '../connect/startService.js';
import { sentenceOf } from '../diagnostics/diagnostic.js';
import { type Action, prompted, saysNothing } from '../moments/action.js';
import { readPart } from '../moments/errorSignature.js';
import {
  type Agent,
  BUDGET_MS,
  type HookEvent,
  type HookInput,
  hearsAtPrompt,
  holdsCalls,
  type Outcome,
  STARTING_MS,
} from './agentProtocol.js';
import { toldAtAction } from './atAction.js';
import { keep, type Recording, record, sendWaiting } from './delivery.js';
import { lastMessage } from './learnings.js';
import { Marks } from './marks.js';
import { Outbox } from './outbox.js';
import { type FoundVault, sessionText, startOfSession, WAITING_MS } from './sessionStart.js';
import { actionOf, type ToolEvent } from './toolCall.js';
import { LATE, vaultAt, withinBudget } from './vaultCall.js';
import { endOf, goalOf, notesOf, toldOf, type Whose, withoutSecrets } from './write.js';

/** A hook that an agent runs. */
interface Hook {
  readonly agent: Agent;
  readonly event: HookEvent;
  /** Whether notes are made of what the agent says that it learned. */
  readonly passive: boolean;
  readonly input: HookInput;
  /** Undefined where the folder was removed. */
  readonly cwd: string | undefined;
  readonly env: NodeJS.ProcessEnv;
  readonly vault: Vault;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The vault of a hook, and the time for it. */
export interface Vault {
  /** Finds it, again each time. Rejects with a sentence where there is none. */
  find(): Promise<FoundVault>;
  /** How long the hook may still wait for it, in milliseconds; at least 1. */
  msLeft(): number;
  /** How long the start of a session may send what waits, in milliseconds. */
  readonly waitingMs: number;
}

/** Does what an event is for. Rejects with a sentence for the user where that did not work. */
export async function runHook(hook: Hook): Promise<Outcome> {
  const { event, input } = hook;
  // Nothing waits for a vault that has nothing to do.
  if (event === 'stop' && !hook.passive) return {};
  if (event === 'prompt' && (!input.prompt || !input.sessionId)) return {};
  const chosen = chosenProject(input.cwd ?? hook.cwd, hook.env, input.roots);
  if (chosen === undefined) return event === 'session-start' ? withoutProject(hook) : {};
  switch (event) {
    case 'session-start':
      return startOf(hook, chosen);
    case 'prompt':
      return onPrompt(hook, chosen);
    case 'before-edit':
    case 'before-command':
    case 'after-failure':
      return onToolCall(event, hook, chosen);
    case 'stop':
      return keepLearnings(hook, chosen);
    case 'session-end':
      return endSession(hook, chosen);
  }
}

const NO_PROJECT =
  'no project in this folder: start the agent in the folder of a project, or set VAULT_PROJECT';

/** What the model is told whatever fails: which tools there are, and in which session. */
export function withoutProject({ agent, input }: Pick<Hook, 'agent' | 'input'>): Outcome {
  const { sessionId: sessionRef, source } = input;
  const known = { agent, project: undefined, sessionRef, source, recalled: undefined };
  return { context: sessionText(known), message: NO_PROJECT };
}

function startOf(hook: Hook, chosen: ChosenProject): Promise<Outcome> {
  const { whose, recording } = placeOf(hook, chosen);
  const { dataDir } = namedVault(hook.env);
  const { input, vault, env } = hook;
  const { find: findVault, waitingMs } = vault;
  // What it was given at its actions is no longer before the model.
  if (input.source === 'compact' && input.sessionId !== undefined)
    new Marks(recording.outbox, 'given', hook.agent, input.sessionId).clear();
  const more = { findVault, waitingMs, dataDir, token: tokenIn(env) };
  return startOfSession(whose, chosen, input, { ...recording, ...more });
}

/** The credential by which a vault knows the caller, as far as it can be told before the vault is found. */
function tokenIn(env: NodeJS.ProcessEnv): string | undefined {
  try {
    const settings = readClientSettings(env);
    const url = settings.url ?? readServiceFile(settings.dataDir)?.url;
    return url === undefined ? settings.token : tokenFor(url, settings, env);
  } catch {
    // The search for the vault says what is wrong.
    return undefined;
  }
}

/** The first prompt of a session becomes its goal. Of each, notes may matter to what it names. */
async function onPrompt(hook: Hook, chosen: ChosenProject): Promise<Outcome> {
  const { agent, input } = hook;
  const telling = async (): Promise<Outcome> =>
    hearsAtPrompt(agent) ? atMoment(hook, chosen, await namedIn(input.prompt ?? '')) : {};
  const [{ message }, told] = await Promise.all([keepGoal(hook, chosen), telling()]);
  return { ...told, message: message ?? told.message };
}

/** A prompt is read without its secrets, if there is something to ask for. */
async function namedIn(prompt: string): Promise<Action> {
  const action = prompted(prompt);
  return saysNothing(action) ? action : prompted(await withoutSecrets(readPart(prompt)));
}

async function onToolCall(event: ToolEvent, hook: Hook, chosen: ChosenProject): Promise<Outcome> {
  const { input, cwd } = hook;
  const { root, folder = root } = chosen;
  const at = input.cwd ?? cwd ?? folder;
  if (input.tool === undefined) return {};
  const action = actionOf(event, input.tool, { root, cwd: at });
  if (action === undefined || action.errors.size === 0) return atMoment(hook, chosen, action);
  // What a program prints may hold a secret.
  const output = await withoutSecrets(readPart(input.tool.output));
  return atMoment(hook, chosen, actionOf(event, { ...input.tool, output }, { root, cwd: at }));
}

const HELD =
  'Memory Vault stopped this call once, so that you read the note. If the call is right, make it again.';

/** What the agent is told at an action, and why it may not be. */
async function atMoment(
  hook: Hook,
  chosen: ChosenProject,
  action: Action | undefined,
): Promise<Outcome> {
  const { agent, input, vault } = hook;
  const { sessionId, agentId } = input;
  const isOff = chosen.moments === false || sessionId === undefined;
  if (isOff || action === undefined || saysNothing(action)) return {};
  const { whose, recording } = placeOf(hook, chosen);
  const reader = agentId === undefined ? sessionId : `${sessionId} ${agentId}`;
  const given = new Marks(recording.outbox, 'given', agent, reader);
  const looking = toldAtAction(action, chosen, { ...recording, given }).catch(sentenceOf);
  const told = await withinBudget(looking, vault.msLeft(), LATE);
  if (told === undefined || typeof told === 'string') return { message: told };
  const { notes, tokens } = told;
  const telling = { moment: action.moment, notes, tokens };
  const after = () => void keep(recording, toldOf(whose, telling, recording.now));
  const isHeld = chosen.moments === 'hold' && told.isSure && holdsCalls(agent, input);
  const context = isHeld ? `${told.text}\n${HELD}` : told.text;
  return { context, after, ...(isHeld && { isHeld }) };
}

async function keepGoal(hook: Hook, chosen: ChosenProject): Promise<Outcome> {
  const { agent, input } = hook;
  const { prompt = '', sessionId = '' } = input;
  const { whose, recording } = placeOf(hook, chosen);
  const marks = new Marks(recording.outbox, 'prompted', agent, sessionId);
  if (chosen.goal === false) {
    marks.make();
    return {};
  }
  if (prompt.trim() === '' || isCommand(prompt) || marks.has()) return {};
  const { problem, isSafe } = await record([await goalOf(whose, prompt)], recording);
  // Only now: had this process ended before, the next prompt would be the first. The vault keeps the first goal that it gets.
  if (isSafe) marks.make();
  return { message: problem };
}

/** True for a command of an agent, such as `/clear`; not for a path. */
const isCommand = (prompt: string) => /^\s*\/[\w:-]+(?:\s|$)/.test(prompt);

async function keepLearnings(hook: Hook, chosen: ChosenProject): Promise<Outcome> {
  const { lastMessage: said, transcript } = hook.input;
  const message = said ?? (transcript === undefined ? undefined : lastMessage(transcript));
  const { whose, recording } = placeOf(hook, chosen);
  const notes = await notesOf(whose, message ?? '', headOfFiles(chosen));
  const { problem } = await record(notes, recording);
  return { message: problem };
}

/** What is checked out of the project; undefined where nobody knows where its files are. */
function headOfFiles({ root }: ChosenProject): Head | undefined {
  const head = root === undefined ? {} : (headOf(root) ?? {});
  return Object.keys(head).length > 0 ? head : undefined;
}

/** Without a summary, a session stays open: one that has ended could not take the summary of an agent that goes on. */
async function endSession(hook: Hook, chosen: ChosenProject): Promise<Outcome> {
  const { whose, recording } = placeOf(hook, chosen);
  const { outbox, findVault, msLeft } = recording;
  const { summary, sessionId } = hook.input;
  const ends = summary !== undefined && sessionId !== undefined;
  const writes = ends ? [await endOf(whose, summary)] : [];
  const { problem } = await record(writes, recording);
  if (problem !== undefined || outbox.names().length === 0) return { message: problem };
  const sending = async () => sendWaiting(whose, await findVault(), recording);
  const sent = sending().then(({ problem: why }) => why, sentenceOf);
  const isMissed = outbox.unsent().length > 0;
  const why = await withinBudget(sent, msLeft(), LATE);
  return { message: isMissed ? why : undefined };
}

/** Whose hook it is, and where it records. A wrong setting fails `findVault` only: what a hook records waits until it is right. */
function placeOf(
  { agent, input, env, vault, now }: Hook,
  { project, repository }: ChosenProject,
): { readonly whose: Whose; readonly recording: Recording } {
  const { dataDir, to } = namedVault(env);
  const findVault = async () => (await vault.find()).call;
  return {
    whose: { agent, project, repository, sessionRef: input.sessionId, to },
    recording: { outbox: new Outbox(dataDir), findVault, msLeft: vault.msLeft, now },
  };
}

/** The end of a process takes a while, and so does what a hook says of a vault that did not answer. */
const RESERVE_MS = 50;
/** Of the time for a service that is started: to be asked. */
const ASKING_MS = 600;
/** A service that does not even say in this time that it is there hangs, also on a busy machine. */
const PROBE_MS = 1_000;

/**
 * The vault that the environment names. The start of a session starts a service where none runs. `now` gives milliseconds since
 * the start of this process.
 */
export function vaultOf(env: NodeJS.ProcessEnv, event: HookEvent, now: () => number): Vault {
  const start = event === 'session-start';
  let budget: number = BUDGET_MS[event];
  return {
    waitingMs: WAITING_MS,
    msLeft: () => Math.max(1, budget - RESERVE_MS - now()),
    async find() {
      const settings = readClientSettings(env);
      const known = settings.url === undefined ? readServiceFile(settings.dataDir) : undefined;
      // Its connections ask for a proof themselves: nobody needs to look first.
      if (known !== undefined && !start) {
        const token = tokenFor(known.url, settings, env);
        return { call: vaultAt(known.url, { token, secret: known.secret }), isOwn: true };
      }
      // One elsewhere is not probed, so the budget alone bounds the wait for it.
      if (start && settings.url === undefined) budget = STARTING_MS;
      const waitMs = Math.max(1, Math.round(STARTING_MS - ASKING_MS - now()));
      const options = { start, waitMs, timeoutMs: start ? PROBE_MS : undefined };
      const { url, own } = await findOrStartService(settings, options);
      const call = vaultAt(url, { token: tokenFor(url, settings, env), secret: own?.secret });
      return { call, isOwn: own !== undefined };
    },
  };
}
