import type { Agent } from '../agent.js';
import { serverEntry } from '../launch.js';
import { inAppData, inHome, inXdgConfig, type Machine } from '../machine.js';
import { serverFile } from '../serverFile.js';

/** Zed: https://zed.dev/docs/ai/mcp. */
export const zed: Agent = {
  title: 'Zed',
  programs: ['zed', 'zeditor'],
  folders: (machine) => [folder(machine)],
  mcp: (machine, launch) => [
    serverFile(folder(machine, 'settings.json'), 'context_servers', {
      source: 'custom',
      ...serverEntry(launch),
    }),
  ],
  hooks: () => [],
  advice: () => [
    'Zed has no hooks. In a project, `memory-vault setup zed --instructions` tells the agent when to remember.',
  ],
  instructions: 'AGENTS.md',
};

function folder(machine: Machine, ...parts: readonly string[]): string {
  if (machine.platform === 'win32') return inAppData(machine, 'Zed', ...parts);
  if (machine.platform === 'darwin') return inHome(machine, '.config', 'zed', ...parts);
  return inXdgConfig(machine, 'zed', ...parts);
}
