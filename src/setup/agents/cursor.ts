import type { Agent } from '../agent.js';
import { hookEntries } from '../hookEntries.js';
import { serverEntry } from '../launch.js';
import { inHome } from '../machine.js';
import { serverFile } from '../serverFile.js';
import { neededEntry } from '../wantedFile.js';

/** Cursor: https://cursor.com/docs/context/mcp and /docs/agent/hooks. */
export const cursor: Agent = {
  title: 'Cursor',
  programs: ['cursor', 'cursor-agent'],
  folders: (machine) => [inHome(machine, '.cursor')],
  mcp: (machine, launch) => [
    serverFile(inHome(machine, '.cursor', 'mcp.json'), 'mcpServers', serverEntry(launch)),
  ],
  hooks: (machine, launch) => [
    {
      kind: 'json',
      path: inHome(machine, '.cursor', 'hooks.json'),
      entries: [
        ...hookEntries(
          {
            agent: 'cursor',
            shell: machine.platform === 'win32' ? 'powershell' : 'posix',
            events: {
              'session-start': 'sessionStart',
              prompt: 'beforeSubmitPrompt',
              stop: 'stop',
              'session-end': 'sessionEnd',
            },
            element: (command, timeout) => ({ command, timeout }),
          },
          launch,
        ),
        neededEntry('version', 1),
      ],
    },
  ],
  advice: () => ['Turn the server on in Cursor, if Settings > MCP shows it as disabled.'],
  instructions: '.cursor/rules/memory-vault.mdc',
};
