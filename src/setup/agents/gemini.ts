import type { Agent } from '../agent.js';
import { group, hookEntries } from '../hookEntries.js';
import { serverEntry } from '../launch.js';
import { inFolder, type Machine } from '../machine.js';
import { serverFile } from '../serverFile.js';

/** Gemini CLI: https://geminicli.com/docs/tools/mcp-server and /docs/hooks. Its timeouts are in ms. */
export const gemini: Agent = {
  title: 'Gemini CLI',
  programs: ['gemini'],
  folders: (machine) => [folder(machine)],
  mcp: (machine, launch) => [
    serverFile(folder(machine, 'settings.json'), 'mcpServers', serverEntry(launch)),
  ],
  hooks: (machine, launch) => [
    {
      kind: 'json',
      path: folder(machine, 'settings.json'),
      entries: hookEntries(
        {
          agent: 'gemini',
          shell: machine.platform === 'win32' ? 'powershell' : 'posix',
          events: {
            'session-start': 'SessionStart',
            prompt: 'BeforeAgent',
            stop: 'AfterAgent',
            'session-end': 'SessionEnd',
          },
          element: (command, seconds, event) =>
            group({ name: `memory-vault ${event}`, command, timeout: seconds * 1000 }),
        },
        launch,
      ),
    },
  ],
  list: ['gemini', 'mcp', 'list'],
  advice: () => [
    'Gemini CLI starts MCP servers in trusted folders only: type /permissions in a project to trust it.',
  ],
  instructions: 'GEMINI.md',
};

/** `GEMINI_CLI_HOME` stands for the home directory, not for the folder in it. */
function folder(machine: Machine, ...parts: readonly string[]): string {
  return inFolder(machine, 'GEMINI_CLI_HOME', '', '.gemini', ...parts);
}
