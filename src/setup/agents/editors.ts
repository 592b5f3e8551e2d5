import { type Agent, inAppData, inFolder, inHome, inXdgConfig, type Machine } from '../agent.js';
import { hooksFile, shellOf } from '../hookEntries.js';
import { type Launch, serverEntry } from '../launch.js';
import { neededEntry, serverFile, type WantedFile } from '../wantedFile.js';

/** Cursor: https://cursor.com/docs/context/mcp and /docs/agent/hooks. */
export const cursor: Agent = {
  title: 'Cursor',
  programs: ['cursor', 'cursor-agent'],
  folders: (machine) => [inHome(machine, '.cursor')],
  mcp: (machine, launch) => [
    serverFile(inHome(machine, '.cursor', 'mcp.json'), 'mcpServers', serverEntry(launch)),
  ],
  hooks: (machine, launch) => [
    hooksFile(
      inHome(machine, '.cursor', 'hooks.json'),
      launch,
      {
        agent: 'cursor',
        shell: shellOf(machine, 'powershell'),
        events: {
          'session-start': 'sessionStart',
          prompt: 'beforeSubmitPrompt',
          stop: 'stop',
          'session-end': 'sessionEnd',
        },
        element: (command, timeout) => ({ command, timeout }),
      },
      neededEntry('version', 1),
    ),
  ],
  advice: () => ['Turn the server on in Cursor, if Settings > MCP shows it as disabled.'],
  instructions: '.cursor/rules/memory-vault.mdc',
};

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
    hooksFile(
      copilot(machine, 'hooks', 'memory-vault.json'),
      launch,
      {
        agent: 'vscode',
        shell: shellOf(machine, 'powershell'),
        events: {
          'session-start': 'SessionStart',
          prompt: 'UserPromptSubmit',
          stop: 'Stop',
        },
        element: (command, timeout) => ({ type: 'command', command, timeout }),
      },
      neededEntry('version', 1),
    ),
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
  advice: () => [WINDSURF_HAS_NO_HOOKS],
  instructions: '.windsurf/rules/memory-vault.md',
};

const WINDSURF_HAS_NO_HOOKS =
  'Windsurf gets no hooks. In a project, `memory-vault setup windsurf --instructions` tells the agent when to remember.';

/** Zed: https://zed.dev/docs/ai/mcp. */
export const zed: Agent = {
  title: 'Zed',
  programs: ['zed', 'zeditor'],
  folders: (machine) => [zedFolder(machine)],
  mcp: (machine, launch) => [
    serverFile(zedFolder(machine, 'settings.json'), 'context_servers', {
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

function zedFolder(machine: Machine, ...parts: readonly string[]): string {
  if (machine.platform === 'win32') return inAppData(machine, 'Zed', ...parts);
  if (machine.platform === 'darwin') return inHome(machine, '.config', 'zed', ...parts);
  return inXdgConfig(machine, 'zed', ...parts);
}
