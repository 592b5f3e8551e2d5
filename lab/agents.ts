// `npm run lab -- agents`: installs agents, sets them up and runs them against a fake model.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { untilInterrupted } from '../tools/untilInterrupted.js';
import type { Agent } from './agents/agents/agent.js';
import { ALL_AGENTS } from './agents/agents/allAgents.js';
import { agentsReport } from './agents/agentsReport.js';
import { DEFAULT_CACHE, installAgent } from './agents/installAgent.js';
import { type Tested, testAgent } from './agents/testAgent.js';

interface Options {
  readonly agents: readonly Agent[];
  readonly cache: string;
  readonly only?: string;
  readonly packages?: boolean;
  readonly report?: string;
}

export const program = new Command()
  .description(
    'Installs coding agents from the registry of npm, has `setup` connect them with a vault, and runs them against a ' +
      'fake model that records what reaches it.',
  )
  .addOption(
    new Option(
      '--agents <names>',
      `comma-separated: ${ALL_AGENTS.map(({ name }) => name).join(', ')}`,
    )
      .argParser(agentsOf)
      .default(ALL_AGENTS, 'all'),
  )
  .option('--cache <folder>', 'where the agents are installed, once for all runs', DEFAULT_CACHE)
  .option('--only <text>', 'of the checks, only those whose title holds this text')
  .option('--packages', 'the agents get their package of Memory Vault instead of what setup writes')
  .option('--report <file>', 'write the report to a file as well')
  .action((options: Options) => untilInterrupted((signal) => run(options, signal)));

async function run(
  { agents, cache, only, packages: fromPackage = false, report }: Options,
  signal: AbortSignal,
): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'memory-vault-agents-'));
  const say = (line: string) => console.error(line);
  try {
    const tested: Tested[] = [];
    for (const agent of agents) {
      const programs = installAgent(agent.name, cache);
      tested.push(await testAgent(agent, { directory, programs, only, fromPackage, say, signal }));
    }
    const text = agentsReport(tested);
    console.log(text);
    if (report !== undefined) writeFileSync(report, `${text}\n`);
    if (tested.some(({ outcomes }) => outcomes.some(({ verdict }) => verdict === 'failed')))
      process.exitCode = 1;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function agentsOf(text: string): readonly Agent[] {
  return text.split(',').map((name) => {
    const agent = ALL_AGENTS.find((one) => one.name === name.trim());
    if (!agent) throw new InvalidArgumentError(`there is no agent named ${name}.`);
    return agent;
  });
}
