import { openCodePlugin } from '../../hook/openCodePlugin.js';
import { type Agent, inFolder, inHome, inXdgConfig, joined, type Machine } from '../agent.js';
import { hooksFile, shellOf } from '../hookEntries.js';
import { isOlderServer, type Launch, READ_TOOLS, SERVER_NAME, serverEntry } from '../launch.js';
import { type Json, serverFile } from '../wantedFile.js';

/** The events as Claude Code names them, and Codex after it. */
const CLAUDE_EVENTS = {
  'session-start': 'SessionStart',
  prompt: 'UserPromptSubmit',
  stop: 'Stop',
  'session-end': 'SessionEnd',
};

/** A hook of theirs: a group with one command. */
const group = (command: string, timeout: number, more: { readonly name?: string } = {}): Json => ({
  hooks: [{ type: 'command', ...more, command, timeout }],
});

/** Claude Code, of all projects of the user: https://code.claude.com/docs/en/mcp and /hooks. */
export const claudeCode: Agent = {
  title: 'Claude Code',
  programs: ['claude'],
  folders: (machine) => [inFolder(machine, 'CLAUDE_CONFIG_DIR', '.claude')],
  mcp: (machine, launch) => [
    serverFile(claudeStateFile(machine), 'mcpServers', {
      type: 'stdio',
      ...serverEntry(launch),
      // Else its model sees the names alone, and has to search for a tool before it can call it.
      alwaysLoad: true,
    }),
  ],
  hooks: (machine, launch) => [
    hooksFile(inFolder(machine, 'CLAUDE_CONFIG_DIR', '.claude', 'settings.json'), launch, {
      agent: 'claude-code',
      // On Windows, too: Claude Code runs hooks in Git Bash there.
      shell: 'posix',
      events: CLAUDE_EVENTS,
      // Never `async`: Claude Code ends such a hook when it ends itself, before anything is kept.
      element: (command, seconds) => group(command, seconds),
    }),
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
function claudeStateFile(machine: Machine): string {
  const { CLAUDE_CONFIG_DIR: folder } = machine.env;
  return folder ? joined(machine, folder, '.claude.json') : inHome(machine, '.claude.json');
}

/** Codex: https://developers.openai.com/codex/mcp and /codex/hooks. */
export const codex: Agent = {
  title: 'Codex',
  programs: ['codex'],
  folders: (machine) => [inFolder(machine, 'CODEX_HOME', '.codex')],
  mcp: (machine, launch) => {
    // Codex starts servers without the variables of its own environment, but for those that are named here.
    const value = { ...serverEntry(launch), env_vars: ['VAULT_PROJECT', 'VAULT_BEARER_TOKEN'] };
    return [
      {
        kind: 'toml',
        path: inFolder(machine, 'CODEX_HOME', '.codex', 'config.toml'),
        table: ['mcp_servers', SERVER_NAME],
        value,
        isOlder: (table) => isOlderServer(table, value),
      },
    ];
  },
  hooks: (machine, launch) => [
    hooksFile(inFolder(machine, 'CODEX_HOME', '.codex', 'hooks.json'), launch, {
      agent: 'codex',
      shell: shellOf(machine, 'cmd'),
      events: CLAUDE_EVENTS,
      element: (command, seconds) => group(command, seconds),
    }),
  ],
  list: ['codex', 'mcp', 'list'],
  advice: ({ hooks }) =>
    hooks
      ? [
          'Codex runs no hook that you do not trust: type /hooks in Codex and trust those of Memory Vault, again after each change.',
        ]
      : [],
  instructions: 'AGENTS.md',
};

/** Gemini CLI: https://geminicli.com/docs/tools/mcp-server and /docs/hooks. Its timeouts are in ms. */
export const gemini: Agent = {
  title: 'Gemini CLI',
  programs: ['gemini'],
  folders: (machine) => [geminiFolder(machine)],
  mcp: (machine, launch) => [
    serverFile(geminiFolder(machine, 'settings.json'), 'mcpServers', serverEntry(launch)),
  ],
  hooks: (machine, launch) => [
    hooksFile(geminiFolder(machine, 'settings.json'), launch, {
      agent: 'gemini',
      shell: shellOf(machine, 'powershell'),
      events: {
        'session-start': 'SessionStart',
        prompt: 'BeforeAgent',
        stop: 'AfterAgent',
        'session-end': 'SessionEnd',
      },
      element: (command, seconds, event) =>
        group(command, seconds * 1000, { name: `memory-vault ${event}` }),
    }),
  ],
  list: ['gemini', 'mcp', 'list'],
  advice: () => [
    'Gemini CLI starts MCP servers in trusted folders only: type /permissions in a project to trust it.',
  ],
  instructions: 'GEMINI.md',
};

/** `GEMINI_CLI_HOME` stands for the home directory, not for the folder in it. */
function geminiFolder(machine: Machine, ...parts: readonly string[]): string {
  return inFolder(machine, 'GEMINI_CLI_HOME', '', '.gemini', ...parts);
}

/** OpenCode: https://opencode.ai/docs/mcp-servers and /docs/plugins. */
export const openCode: Agent = {
  title: 'OpenCode',
  programs: ['opencode'],
  folders: (machine) => [openCodeFolder(machine)],
  mcp: (machine, { node, cli, settings }) => [
    // OpenCode adds the schema to a file without; then the file would no longer be as setup made it.
    serverFile(
      openCodeFile(machine),
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
      path: openCodeFolder(machine, 'plugins', 'memory-vault.js'),
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

function openCodeFolder(machine: Machine, ...parts: readonly string[]): string {
  return inXdgConfig(machine, 'opencode', ...parts);
}

/** The one of its two names that is there. */
function openCodeFile(machine: Machine): string {
  const withComments = joined(machine, openCodeFolder(machine), 'opencode.jsonc');
  return machine.exists(withComments) ? withComments : openCodeFolder(machine, 'opencode.json');
}
