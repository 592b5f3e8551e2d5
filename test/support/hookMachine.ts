import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sentenceOf } from '../../src/diagnostics/diagnostic.js';
import {
  type Agent,
  type HookEvent,
  hookAnswer,
  type Outcome,
  readHookInput,
} from '../../src/hook/agentProtocol.js';
import { runHook, vaultOf } from '../../src/hook/runHook.js';
import { type FakeVault, fakeVault } from './fakeVault.js';
import { temporaryDirectory } from './temporaryDirectory.js';

/** Everything that a hook can do, with what it needs to do it. */
export const HOOKS: readonly (readonly [HookEvent, object, readonly string[]])[] = [
  ['session-start', { source: 'startup' }, []],
  ['prompt', { prompt: 'Mend the shop.' }, []],
  ['stop', { last_assistant_message: '## Learnings\n- The till rounds down' }, ['--passive']],
  ['session-end', { summary: 'Mended.' }, []],
  ['before-edit', { tool_input: { file_path: 'a.ts', old_string: 'x', new_string: 'y' } }, []],
  ['before-command', { tool_input: { command: 'npm run build' } }, []],
  ['after-failure', { tool_input: {}, error: 'Error: no drawer is open in this till' }, []],
];

/** A user's machine with a project, a data directory and a vault. */
export interface HookMachine {
  readonly home: string;
  readonly project: string;
  readonly spool: string;
  readonly vault: FakeVault;
  readonly env: Readonly<Record<string, string>>;
  /** Runs a hook in this process, which has all the time that it needs. */
  run(agent: Agent, event: HookEvent, input?: object, more?: More): Promise<Ran>;
  /** The files in the spool, without what is not for a vault. */
  waiting(): readonly string[];
}

interface More {
  readonly passive?: boolean;
  readonly env?: Readonly<Record<string, string>>;
  /** How much time has passed since the last hook, in milliseconds. */
  readonly later?: number;
  /** For each request to a vault, in milliseconds. */
  readonly msLeft?: number;
}

/** What a hook says to its agent, and to whoever reads its other output. */
export interface Ran {
  readonly answer: Readonly<Record<string, unknown>>;
  readonly message: string | undefined;
  /** What reaches the model. */
  readonly context: string | undefined;
}

export async function hookMachine(): Promise<HookMachine> {
  const home = temporaryDirectory();
  const vault = await fakeVault();
  const project = join(home, 'shop');
  mkdirSync(project);
  const data = join(home, 'data');
  const spool = join(data, 'spool');
  const env = { HOME: home, VAULT_DATA_DIR: data, VAULT_URL: vault.url };
  let now = 0;
  return {
    home,
    project,
    spool,
    vault,
    env,
    async run(agent, event, given = {}, more = {}) {
      const { passive = false, env: own = env, later = 1, msLeft = 60_000 } = more;
      const all = { session_id: 's1', cwd: project, hook_event_name: 'x', ...given };
      const input = readHookInput(JSON.stringify(all));
      now += later;
      const vault = { ...vaultOf(own, event, () => 0), msLeft: () => msLeft, waitingMs: msLeft };
      const hook = { agent, event, passive, input, cwd: project, env: own, vault, now };
      const failed = (error: unknown): Outcome => ({ message: sentenceOf(error) });
      const outcome = await runHook(hook).catch(failed);
      // Any answer is an object.
      const answer = hookAnswer(agent, event, input, outcome) as Record<string, unknown>;
      outcome.after?.();
      return { answer, message: outcome.message, context: contextIn(answer) };
    },
    waiting: () => (existsSync(spool) ? readdirSync(spool).filter((name) => /^\d/.test(name)) : []),
  };
}

function contextIn(answer: Record<string, unknown>): string | undefined {
  const specific = answer.hookSpecificOutput as Record<string, unknown> | undefined;
  const { additional_context, additionalContext, context } = answer;
  const found = specific?.additionalContext ?? additional_context ?? additionalContext ?? context;
  return typeof found === 'string' ? found : undefined;
}
