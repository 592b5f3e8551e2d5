import { workingFolder } from '../connect/folderAt.js';
import { sentenceOf } from '../diagnostics/diagnostic.js';
import { tryParse } from '../domain/json.js';
import { visibleLine } from '../domain/untrustedText.js';
import {
  AGENTS,
  type Agent,
  BUDGET_MS,
  type HookEvent,
  type HookInput,
  hookAnswer,
  isAgent,
  isHookEvent,
  msSinceStart,
  type Outcome,
  readHookInput,
  readStdin,
} from './agentProtocol.js';
import { runHook, type Vault, vaultOf, withoutProject } from './runHook.js';

/*
 * What the hooks of agents run: `memory-vault-hook <agent> <event> [--passive]`. It never stops an agent: whatever happens,
 * it writes one JSON object and exits with 0. What it keeps on disk takes as long as it takes; whatever waits for a vault ends
 * within the budget of the event.
 */

// New files are readable by their owner alone.
process.umask(0o077);

const [agent, event, flag] = process.argv.slice(2);
let input: HookInput = {};
let hasAnswered = false;

// A fault that nobody caught would end this process with another code than 0.
process.on('uncaughtException', (error) => answerFault(error));
process.stdout.on('error', () => process.exit(0));
void main();

async function main(): Promise<void> {
  if (!isAgent(agent) || !isHookEvent(event)) {
    const events = Object.keys(BUDGET_MS).join(' ');
    return answer({
      message: `usage: memory-vault-hook <agent> <event> [--passive], with an agent of ${AGENTS.join(' ')} and an event of ${events}`,
    });
  }
  try {
    answer(await run(agent, event));
  } catch (error) {
    answerFault(error);
  }
}

async function run(agent: Agent, event: HookEvent): Promise<Outcome> {
  const { env } = process;
  const vault = vaultOf(env, event, msSinceStart);
  const found = event === 'session-start' ? begun(vault) : vault;
  input = readHookInput(await readStdin(isJson));
  const passive = flag === '--passive';
  const now = Date.now();
  return runHook({ agent, event, passive, input, cwd: workingFolder(env), env, vault: found, now });
}

/** The same vault, which is looked for from now on: a service that has to be started does not wait for an agent to write. */
function begun(vault: Vault): Vault {
  let first: ReturnType<Vault['find']> | undefined = vault.find();
  first.catch(() => {});
  const find = () => {
    const found = first ?? vault.find();
    first = undefined;
    return found;
  };
  return { ...vault, find };
}

// A function: this file runs from its top, before a constant down here would be set.
function isJson(text: string): boolean {
  return tryParse(text) !== undefined;
}

function answerFault(error: unknown): void {
  const message = sentenceOf(error);
  const tools =
    isAgent(agent) && event === 'session-start' ? withoutProject({ agent, input }) : undefined;
  answer({ ...tools, message });
}

/** Writes the answer, once, and ends the process. */
function answer({ message, after, ...told }: Outcome): void {
  if (hasAnswered) return;
  hasAnswered = true;
  const unread =
    input.isUnreadable && 'the agent sent its hook text that is not JSON: the hook ignored it';
  const all = [unread, message].filter(Boolean).join('; ');
  const said = all && `memory-vault: ${visibleLine(all)}`;
  const isKnown = isAgent(agent) && isHookEvent(event);
  const json = isKnown ? hookAnswer(agent, event, input, { ...told, message: said }) : {};
  // What the agent shows to the user is not said twice.
  if (said && !('systemMessage' in json)) process.stderr.write(`${said}\n`);
  process.stdout.write(`${JSON.stringify(json)}\n`, () => {
    after?.();
    process.exit(0);
  });
}
