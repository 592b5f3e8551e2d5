import { openCodePlugin } from '../../hook/openCodePlugin.js';
import type { Agent } from '../agent.js';
import type { Launch } from '../launch.js';
import { inXdgConfig, joined, type Machine } from '../machine.js';
import { serverFile } from '../serverFile.js';

/** OpenCode: https://opencode.ai/docs/mcp-servers and /docs/plugins. */
export const openCode: Agent = {
  title: 'OpenCode',
  programs: ['opencode'],
  folders: (machine) => [folder(machine)],
  mcp: (machine, { node, cli, settings }) => [
    // OpenCode adds the schema to a file without; then the file would no longer be as setup made it.
    serverFile(
      configFile(machine),
      'mcp',
      {
        type: 'local',
        command: [node, cli, 'mcp'],
        ...(Object.keys(settings).length > 0 && { environment: settings }),
        enabled: true,
      },
      { $schema: 'https://opencode.ai/config.json' },
    ),
  ],
  hooks: (machine, launch: Launch) => [
    {
      kind: 'whole',
      path: folder(machine, 'plugins', 'memory-vault.js'),
      text: openCodePlugin(launch),
      isOlder: (text) => withoutPrograms(text) === withoutPrograms(openCodePlugin(launch)),
    },
  ],
  list: ['opencode', 'mcp', 'list'],
  advice: () => [],
  instructions: 'AGENTS.md',
};

/** The plugin without the lines that differ from one machine to another. */
function withoutPrograms(plugin: string): string {
  return plugin.replaceAll(/^const (?:NODE|HOOK|PASSIVE|SETTINGS) = .*\n/gm, '');
}

function folder(machine: Machine, ...parts: readonly string[]): string {
  return inXdgConfig(machine, 'opencode', ...parts);
}

/** The one of its two names that is there. */
function configFile(machine: Machine): string {
  const withComments = joined(machine, folder(machine), 'opencode.jsonc');
  return machine.exists(withComments) ? withComments : folder(machine, 'opencode.json');
}
