import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { AgentName, Machine } from '../../src/setup/agent.js';
import { filesOf } from '../../src/setup/agentFiles.js';
import { applyPlan } from '../../src/setup/applyPlan.js';
import { launchHere } from '../../src/setup/launch.js';
import { NOTHING_NOTED, readManifest } from '../../src/setup/manifest.js';
import { type PlannedFile, planRemoval, planSetup } from '../../src/setup/plan.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';

interface Choices {
  readonly hooks?: boolean;
  readonly passive?: boolean;
  readonly node?: string;
}

/** A throw-away home in which agents are set up as the command does. */
export function setupHome(platform: NodeJS.Platform = 'linux') {
  const home = temporaryDirectory();
  const dataDir = join(home, '.local', 'share', 'memory-vault');
  const env = { VAULT_DATA_DIR: dataDir };
  const noted = () => readManifest(dataDir) ?? NOTHING_NOTED;
  const machine: Machine = {
    platform,
    home,
    env: {},
    exists: (path) =>
      !noted().folders.includes(path) && statSync(path, { throwIfNoEntry: false }) !== undefined,
  };
  const files = (agent: AgentName, { node = '/usr/bin/node', passive = false }: Choices) => {
    const launch = launchHere(
      { ...env, HOME: home },
      { node, cli: '/opt/vault/dist/cli.js', passive },
    );
    return filesOf(agent, machine, { ...launch, settings: {} });
  };
  const apply = (planned: readonly PlannedFile[]) => {
    applyPlan(dataDir, planned, noted(), { agents: noted().agents });
    return planned;
  };
  return {
    home,
    dataDir,
    apply,
    path: (name: string) => join(home, name),
    write(name: string, content: string | Buffer) {
      mkdirSync(dirname(join(home, name)), { recursive: true });
      writeFileSync(join(home, name), content);
    },
    read: (name: string) => readFileSync(join(home, name), 'utf8'),
    /** Every file and folder below the home, with the bytes of the files. */
    everything: () =>
      readdirSync(home, { recursive: true, encoding: 'utf8' })
        .sort()
        .map((name) => {
          const path = join(home, name);
          return [name, statSync(path).isFile() ? readFileSync(path, 'utf8') : 'folder'];
        }),
    plan(agent: AgentName, choices: Choices = {}) {
      const { server, hooks } = files(agent, choices);
      const isWanted = choices.hooks ?? true;
      const wanted = isWanted ? [...server, ...hooks] : server;
      return planSetup(wanted, isWanted ? [] : hooks, readManifest(dataDir)?.files);
    },
    setUp(agent: AgentName, choices: Choices = {}) {
      return apply(this.plan(agent, choices));
    },
    remove(agent: AgentName) {
      const { server, hooks } = files(agent, {});
      return apply(planRemoval([agent], [...server, ...hooks], readManifest(dataDir)?.files));
    },
  };
}

/** The states of all changes, with what they are about. */
export const statesOf = (planned: readonly PlannedFile[]): readonly string[] =>
  planned.flatMap(({ changes }) => changes.map(({ state, what }) => `${state} ${what}`));
