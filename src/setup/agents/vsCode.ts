import type { Agent } from '../agent.js';
import { hookEntries } from '../hookEntries.js';
import { type Launch, serverEntry } from '../launch.js';
import { inAppData, inFolder, inHome, inXdgConfig, type Machine } from '../machine.js';
import { serverFile } from '../serverFile.js';
import { neededEntry, type WantedFile } from '../wantedFile.js';

/**
 * VS Code with GitHub Copilot, and Copilot CLI where it is used: https://code.visualstudio.com/docs/copilot/chat/mcp-servers,
 * /docs/copilot/customization/hooks and https://docs.github.com/copilot/concepts/agents/hooks.
 */
export const vsCode: Agent = {
  title: 'VS Code',
  programs: ['code'],
  folders: (machine) => [userFolder(machine), copilot(machine)],
  mcp: (machine, launch) => [
    serverFile(userFolder(machine, 'mcp.json'), 'servers', {
      type: 'stdio',
      ...serverEntry(launch),
    }),
    ...copilotServer(machine, launch),
  ],
  // VS Code and Copilot CLI read every file of this folder.
  hooks: (machine, launch) => [
    {
      kind: 'json',
      path: copilot(machine, 'hooks', 'memory-vault.json'),
      entries: [
        ...hookEntries(
          {
            agent: 'vscode',
            shell: machine.platform === 'win32' ? 'powershell' : 'posix',
            events: {
              'session-start': 'SessionStart',
              prompt: 'UserPromptSubmit',
              stop: 'Stop',
            },
            element: (command, timeout) => ({ type: 'command', command, timeout }),
          },
          launch,
        ),
        neededEntry('version', 1),
      ],
    },
  ],
  advice: ({ hooks }) => [
    'Start the server once in VS Code: "MCP: List Servers" in the command palette.',
    ...(hooks
      ? [
          'VS Code also runs the hooks of Claude Code in ~/.claude/settings.json: with both set up, each runs once for itself.',
        ]
      : []),
  ],
  instructions: '.github/copilot-instructions.md',
};

/** The folder of the user's profile. */
function userFolder(machine: Machine, ...parts: readonly string[]): string {
  const below = ['Code', 'User', ...parts];
  if (machine.platform === 'win32') return inAppData(machine, ...below);
  if (machine.platform === 'darwin')
    return inHome(machine, 'Library', 'Application Support', ...below);
  return inXdgConfig(machine, ...below);
}

function copilot(machine: Machine, ...parts: readonly string[]): string {
  return inFolder(machine, 'COPILOT_HOME', '.copilot', ...parts);
}

/** Copilot CLI keeps its own list of servers, which VS Code does not read. */
function copilotServer(machine: Machine, launch: Launch): readonly WantedFile[] {
  if (!machine.exists(copilot(machine))) return [];
  const entry = { type: 'local', ...serverEntry(launch), tools: ['*'] };
  return [serverFile(copilot(machine, 'mcp-config.json'), 'mcpServers', entry)];
}
