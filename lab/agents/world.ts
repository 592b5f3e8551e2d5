import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createClient, type VaultClient } from 'memory-vault-client';
import { ADMIN_KEY } from '../outside/ask.js';
import { type Service, start } from '../outside/service.js';
import type { Agent } from './agents/agent.js';
import { endWriter } from './endWriter.js';
import { type FakeModel, type ModelScript, startFakeModel } from './fakeModel/fakeModel.js';
import { type Home, makeHome } from './home.js';
import { AGENT_PACKAGES } from './installAgent.js';
import { type AgentRun, environmentOf, runAgent } from './runAgent.js';

/** One agent in a home of its own, with a model and a vault of its own. */
export interface World {
  readonly agent: Agent;
  readonly home: Home;
  readonly model: FakeModel;
  /** The files of the home after runs of the agent, and before the first `setup`. */
  readonly untouched: ReadonlyMap<string, string>;
  /** Another home of the same agent, without our setup. */
  readonly plain: Home;
  /** A run there, by default of a model that calls no tool. */
  runWithout(script?: ModelScript, options?: RunSettings): Promise<AgentRun>;
  /** The running service; another one after `restart`. */
  readonly service: () => Service;
  /** Reads and writes the vault as its owner. */
  readonly vault: () => VaultClient;
  /** Starts the service again, after it was ended. */
  restart(): Promise<void>;
  /** `memory-vault setup` for this agent, with further options. Rejects with what it printed. */
  setUp(options?: readonly string[]): Promise<string>;
  /** Installs the package for this agent from a clone of this repository, instead of `setUp`. Rejects with what was printed. */
  addPackage(): Promise<void>;
  /** Runs the agent with one prompt. */
  run(script: ModelScript, options?: RunSettings): Promise<AgentRun>;
  /** The names of the files in the spool: what hooks had no time to send. */
  waiting(): readonly string[];
  /** Sends what waits, as the ends of further sessions do. Rejects when it is not taken. */
  sendWaiting(): Promise<void>;
  /** Ends everything that runs for it. */
  close(): Promise<void>;
}

interface RunSettings {
  /** Its command line; by default that of a run whose model calls tools of ours alone. */
  readonly args?: readonly string[];
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const HOOK = fileURLToPath(new URL('../../dist/hook.cjs', import.meta.url));
/** What the model says at the end of a run. */
export const ANSWER = 'Three attempts, then the webhook is given up.';
/** What its user asks in every run. */
export const PROMPT = 'what did we decide about retries?';
const SETUP_MS = 60_000;
const SEND_MS = 60_000;

/** Makes the home below a directory, and starts its model and its service. */
export async function makeWorld(agent: Agent, directory: string, programs: string): Promise<World> {
  const home = makeHome(join(directory, agent.name));
  const model = await startFakeModel();
  agent.furnish(home, model.url);
  const startService = () => start(home.data, { env: { HOME: home.path } });
  let service = await startService();
  if (service.state !== 'ready') throw new Error(`the service did not start: ${service.output()}`);
  const plain = makeHome(join(directory, `${agent.name}-without`));
  agent.furnish(plain, model.url);
  const runIn =
    (place: Home) =>
    (script: ModelScript, options: RunSettings = {}) =>
      runAgent(agent, {
        home: place,
        model,
        programs,
        prompt: PROMPT,
        script,
        // A package installs no other program than the one that is built here.
        env: { MEMORY_VAULT_PACKAGE: ROOT },
        ...options,
      });
  const run = runIn(home);
  const runWithout: World['runWithout'] = (script = { calls: [], says: ANSWER }, options = {}) =>
    runIn(plain)(script, options);
  // Without the agent in PATH: a command of ours would write into the agent's own files, and these are compared.
  const ours = { cwd: home.project, env: environmentOf(home, model.url) };
  const waiting = () => namesIn(join(home.data, 'spool')).filter((name) => name.endsWith('.json'));
  // The first run makes what an agent makes once, such as its database.
  for (const first of [await run({ calls: [], says: ANSWER }), await runWithout()]) {
    const { stdout, stderr } = first;
    if (!stdout.includes(ANSWER)) throw new Error(`it does not run here:\n${stdout}${stderr}`);
  }
  return {
    agent,
    home,
    model,
    untouched: home.files(),
    plain,
    runWithout,
    service: () => service,
    vault: () => createClient({ url: service.url, adminKey: ADMIN_KEY }),
    async restart() {
      service = await startService();
      if (service.state !== 'ready') throw new Error(`no start: ${service.output()}`);
    },
    async setUp(options = []) {
      const { stdout, stderr } = await promisify(execFile)(
        process.execPath,
        [CLI, 'setup', agent.name, ...options],
        { ...ours, timeout: SETUP_MS },
      );
      return stdout + stderr;
    },
    async addPackage() {
      if (!agent.addPackage) throw new Error(`There is no package for ${agent.name}`);
      const clone = join(home.path, 'memory-vault');
      const run = promisify(execFile);
      await run('git', ['clone', '--quiet', ROOT, clone]);
      for (const args of agent.addPackage(home, clone)) {
        const program = join(programs, AGENT_PACKAGES[agent.name].program);
        const env = { ...environmentOf(home, model.url, programs), ...agent.env(model.url) };
        const done = run(program, args, { cwd: home.project, env, timeout: SETUP_MS });
        done.child.stdin?.end();
        await done;
      }
    },
    run,
    waiting,
    async sendWaiting() {
      const deadline = performance.now() + SEND_MS;
      while (waiting().length > 0) {
        if (performance.now() > deadline)
          throw new Error(`still in the spool: ${waiting().join(', ')}`);
        const hook = promisify(execFile)(process.execPath, [HOOK, agent.name, 'session-end'], ours);
        hook.child.stdin?.end('{}');
        await hook;
      }
    },
    async close() {
      await endWriter(home.data);
      await model.close();
    },
  };
}

const namesIn = (folder: string) => (existsSync(folder) ? readdirSync(folder) : []);
