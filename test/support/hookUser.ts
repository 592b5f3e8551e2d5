import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Agent,
  type HookEvent,
  hookAnswer,
  readHookInput,
} from '../../src/hook/agentProtocol.js';
import { runHook, vaultOf } from '../../src/hook/runHook.js';
import { serviceHere } from './serviceHere.js';
import { temporaryDirectory } from './temporaryDirectory.js';

/** The hooks of a user with a running service, which they find by its `service.json`. */
export async function hookUser() {
  const home = temporaryDirectory();
  const data = join(home, 'data');
  const service = await serviceHere(data);
  const project = join(home, 'shop');
  mkdirSync(project);
  const env = { HOME: home, VAULT_DATA_DIR: data };
  const run = async (agent: Agent, event: HookEvent, given: object, passive = false) => {
    const input = readHookInput(JSON.stringify({ cwd: project, hook_event_name: 'x', ...given }));
    const vault = { ...vaultOf(env, event, () => 0), msLeft: () => 60_000.5 };
    const outcome = await runHook({
      agent,
      event,
      passive,
      input,
      cwd: project,
      env,
      vault,
      now: Date.now(),
    });
    const answer = hookAnswer(agent, event, input, outcome);
    outcome.after?.();
    return { answer, ...outcome };
  };
  const call = async (method: string, path: string, body?: object) => {
    const headers = { 'content-type': 'application/json' };
    const init = { method, ...(body && { headers, body: JSON.stringify(body) }) };
    const text = await (await fetch(service.url + path, init)).text();
    return text === '' ? undefined : JSON.parse(text);
  };
  return { data, project, run, call };
}
