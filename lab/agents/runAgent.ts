import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Agent } from './agents/agent.js';
import type { FakeModel, ModelRequest, ModelScript } from './fakeModel/fakeModel.js';
import type { Home } from './home.js';
import { AGENT_PACKAGES } from './installAgent.js';

/** How one run of an agent went. */
export interface AgentRun {
  /** From its start to its end. */
  readonly ms: number;
  /** Null when it took longer than any run may, and was killed. */
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** What it asked its model with its tools, in order: not the small questions, such as for a title. */
  readonly requests: readonly ModelRequest[];
  /** Whom else it wanted to reach; nobody was let out. */
  readonly others: readonly string[];
}

/** Far beyond every bound that is checked: a run that takes this long hangs. */
const HANGS_MS = 90_000;
const LINGERS_MS = 5_000;
const LOOK_MS = 20;

export interface RunOptions {
  readonly home: Home;
  readonly model: FakeModel;
  /** The folder of the agent's program. */
  readonly programs: string;
  readonly prompt: string;
  readonly script: ModelScript;
  /** Settings of the vault's programs, and whatever else. */
  readonly env?: Readonly<Record<string, string>>;
  /** Further words of its command line. */
  readonly args?: readonly string[];
}

/** Runs an agent once without a terminal, in its project. What it has started ends with it. */
export async function runAgent(agent: Agent, options: RunOptions): Promise<AgentRun> {
  const { home, model, programs, prompt, script, env = {}, args = agent.args(prompt) } = options;
  model.follow(script);
  const before = performance.now();
  const child = spawn(join(programs, AGENT_PACKAGES[agent.name].program), args, {
    cwd: home.project,
    env: { ...environmentOf(home, model.url, programs), ...agent.env(model.url), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // In a process group of its own, so that its MCP servers and hooks end with it.
    detached: true,
  });
  const killGroup = () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // All of it has ended.
    }
  };
  process.once('exit', killGroup);
  const late = setTimeout(killGroup, HANGS_MS);
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const closed = once(child, 'close');
  const [exitCode, ms] = await new Promise<[number | null, number]>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve([code, performance.now() - before]));
  });
  clearTimeout(late);
  // Its last hooks may run on for a moment.
  const deadline = performance.now() + LINGERS_MS;
  while (isAlive(child.pid) && performance.now() < deadline) await sleep(LOOK_MS);
  killGroup();
  await Promise.race([closed, sleep(LINGERS_MS)]);
  process.off('exit', killGroup);
  const requests = model.requests.filter(({ tools }) => tools.length > 0);
  return { ms, exitCode, stdout, stderr, requests, others: [...model.others] };
}

function isAlive(group: number | undefined): boolean {
  if (group === undefined) return false;
  try {
    return process.kill(-group, 0);
  } catch {
    return false;
  }
}

/** Nothing of this process but where programs are: not its tokens, and not the settings of its own agent. */
export function environmentOf(
  home: Home,
  proxy: string,
  programs?: string,
): Record<string, string> {
  const path = process.env.PATH ?? '';
  return {
    HOME: home.path,
    PATH: programs === undefined ? path : `${programs}:${path}`,
    LANG: 'C.UTF-8',
    TERM: 'dumb',
    HTTP_PROXY: proxy,
    HTTPS_PROXY: proxy,
    NO_PROXY: '127.0.0.1,localhost',
  };
}
