import type { Agent } from '../agent.js';
import { serverEntry } from '../launch.js';
import { inHome } from '../machine.js';
import { serverFile } from '../serverFile.js';

/** Windsurf: https://docs.windsurf.com/windsurf/cascade/mcp. */
export const windsurf: Agent = {
  title: 'Windsurf',
  programs: ['windsurf'],
  folders: (machine) => [inHome(machine, '.codeium', 'windsurf')],
  mcp: (machine, launch) => [
    serverFile(
      inHome(machine, '.codeium', 'windsurf', 'mcp_config.json'),
      'mcpServers',
      serverEntry(launch),
    ),
  ],
  hooks: () => [],
  advice: () => [NO_HOOKS],
  instructions: '.windsurf/rules/memory-vault.md',
};

const NO_HOOKS =
  'Windsurf gets no hooks. In a project, `memory-vault setup windsurf --instructions` tells the agent when to remember.';
