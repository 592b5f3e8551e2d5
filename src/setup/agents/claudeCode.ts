import type { Agent } from '../agent.js';
import { group, hookEntries } from '../hookEntries.js';
import { READ_TOOLS, SERVER_NAME, serverEntry } from '../launch.js';
import { inFolder, inHome, joined, type Machine } from '../machine.js';
import { serverFile } from '../serverFile.js';
import type { Json } from '../wantedFile.js';

/** Claude Code, of all projects of the user: https://code.claude.com/docs/en/mcp and /hooks. */
export const claudeCode: Agent = {
  title: 'Claude Code',
  programs: ['claude'],
  folders: (machine) => [inFolder(machine, 'CLAUDE_CONFIG_DIR', '.claude')],
  mcp: (machine, launch) => [
    serverFile(stateFile(machine), 'mcpServers', {
      type: 'stdio',
      ...serverEntry(launch),
      // Else its model sees the names alone, and has to search for a tool before it can call it.
      alwaysLoad: true,
    }),
  ],
  hooks: (machine, launch) => [
    {
      kind: 'json',
      path: inFolder(machine, 'CLAUDE_CONFIG_DIR', '.claude', 'settings.json'),
      entries: hookEntries(
        {
          agent: 'claude-code',
          // On Windows, too: Claude Code runs hooks in Git Bash there.
          shell: 'posix',
          events: {
            'session-start': 'SessionStart',
            prompt: 'UserPromptSubmit',
            stop: 'Stop',
            'session-end': 'SessionEnd',
          },
          // Never `async`: Claude Code ends such a hook when it ends itself, before anything is kept.
          element: (command, timeout) => group({ command, timeout }),
        },
        launch,
      ),
    },
  ],
  // https://code.claude.com/docs/en/permissions
  allow: (machine) => [
    {
      kind: 'json',
      path: inFolder(machine, 'CLAUDE_CONFIG_DIR', '.claude', 'settings.json'),
      entries: READ_TOOLS.map((tool) => {
        const value = `mcp__${SERVER_NAME}__${tool}`;
        const isSame = (other: Json) => other === value;
        const pointer = ['permissions', 'allow'];
        return { pointer, element: true, value, isOlder: isSame, isAbout: isSame };
      }),
    },
  ],
  list: ['claude', 'mcp', 'list'],
  advice: ({ allow }) =>
    allow
      ? []
      : [
          'Claude Code asks before it calls a tool. With --allow, setup allows those that only read; "mcp__memory-vault" in permissions.allow of its settings allows all.',
        ],
  instructions: 'CLAUDE.md',
};

/** `.claude.json` lies in the folder of the settings where that is moved, and beside it by default. */
function stateFile(machine: Machine): string {
  const { CLAUDE_CONFIG_DIR: folder } = machine.env;
  return folder ? joined(machine, folder, '.claude.json') : inHome(machine, '.claude.json');
}
