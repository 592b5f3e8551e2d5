#!/usr/bin/env node
import { workingFolder } from './connect/folderAt.js';
import { messageOf } from './diagnostics/messageOf.js';
import { visibleLine } from './domain/visible.js';
import { hookAnswer, type Outcome } from './hook/hookAnswer.js';
import {
  AGENTS,
  type Agent,
  BUDGET_MS,
  type HookEvent,
  isAgent,
  isHookEvent,
} from './hook/hookEvent.js';
import { type HookInput, readHookInput } from './hook/hookInput.js';
import { readStdin } from './hook/readStdin.js';
import { runHook } from './hook/runHook.js';
import { withinBudget } from './hook/withinBudget.js';

/*
 * What the hooks of agents run: `memory-vault-hook <agent> <event> [--passive]`. It never stops an agent: whatever happens,
 * it writes one JSON object, exits with 0, and has ended within the budget of its event.
 */

// New files are readable by their owner alone.
process.umask(0o077);

/** The end of a process takes a while, and so does the start that came before the first line here. */
const RESERVE_MS = 25;
/** Of the budget for what an agent writes to standard input; most have written it before this process reads. */
const STDIN_SHARE = 0.3;

const [agent, event, flag] = process.argv.slice(2);
let input: HookInput = {};
let hasAnswered = false;

// A fault that nobody caught would end this process with another code than 0.
process.on('uncaughtException', ({ message }) => answer({ message }));
process.stdout.on('error', () => process.exit(0));

if (isAgent(agent) && isHookEvent(event)) {
  const budget = BUDGET_MS[event];
  const late = { message: `no answer within ${budget} ms, so it goes on without` };
  try {
    // `performance.now()` counts from the start of the process.
    const ends = budget - RESERVE_MS;
    // On a busy machine, the start of this process may have taken all of it.
    const left = Math.max(0, ends - performance.now());
    answer(await withinBudget(run(agent, event, ends), left, late));
  } catch (error) {
    answer({ message: messageOf(error) });
  }
} else {
  const events = Object.keys(BUDGET_MS).join(' ');
  answer({
    message: `usage: memory-vault-hook <agent> <event> [--passive], with an agent of ${AGENTS.join(' ')} and an event of ${events}`,
  });
}

async function run(agent: Agent, event: HookEvent, ends: number): Promise<Outcome> {
  input = readHookInput(await readStdin(BUDGET_MS[event] * STDIN_SHARE));
  // Calls end a little earlier, so that there is time to say what they did.
  const msLeft = () => Math.max(1, ends - RESERVE_MS - performance.now());
  const { env } = process;
  const passive = flag === '--passive';
  return runHook({
    agent,
    event,
    passive,
    input,
    cwd: workingFolder(env),
    env,
    msLeft,
    now: Date.now(),
  });
}

/** Writes the answer, once, and ends the process. */
function answer({ context, message }: Outcome): void {
  if (hasAnswered) return;
  hasAnswered = true;
  const unread = input.isUnreadable && 'what the agent told its hook is no JSON, so it is left out';
  const all = [unread, message].filter(Boolean).join('; ');
  const said = all && `memory-vault: ${visibleLine(all)}`;
  const isKnown = isAgent(agent) && isHookEvent(event);
  const json = isKnown ? hookAnswer(agent, event, input, { context, message: said }) : {};
  // What the agent shows to the user is not said twice.
  if (said && !('systemMessage' in json)) process.stderr.write(`${said}\n`);
  process.stdout.write(`${JSON.stringify(json)}\n`, () => process.exit(0));
}
