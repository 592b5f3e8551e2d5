import type { HookEvent } from '../hook/agentProtocol.js';
import type { AgentName } from './agent.js';
import { type Agent, below, COPILOT_HOOKS, withoutHooks } from './agentKind.js';
import type { ServerEntry } from './launch.js';
import type { Json, JsonObject } from './wantedFile.js';

/** The events as Claude Code names them, and Codex after it. */
const CLAUDE_EVENTS = {
  'session-start': 'SessionStart',
  prompt: 'UserPromptSubmit',
  stop: 'Stop',
  'session-end': 'SessionEnd',
};

/** A hook of theirs: a group with one command. Never `async`: Claude Code ends such a hook when it ends itself, before anything is kept. */
const group = (command: string, timeout: number, _event: HookEvent, matcher?: string): Json => ({
  ...(matcher !== undefined && { matcher }),
  hooks: [{ type: 'command', command, timeout }],
});

/** The same for those that count in ms and show the name of a hook. */
const groupInMs = (command: string, seconds: number, event: HookEvent, matcher?: string): Json => ({
  ...(matcher !== undefined && { matcher }),
  hooks: [{ type: 'command', name: `memory-vault ${event}`, command, timeout: seconds * 1000 }],
});

const openCodeEntry = ({ command, args, env }: ServerEntry): JsonObject => ({
  type: 'local',
  command: [command, ...args],
  ...(env && { environment: env }),
  enabled: true,
});

const GOOSE = {
  linux: '{XDG_CONFIG_HOME:~/.config}/goose',
  darwin: '~/.config/goose',
  win32: '{APPDATA:~/AppData/Roaming}/Block/goose/config',
};

/** The agents of a terminal by their names. */
export const TERMINAL_AGENTS = {
  // Of all projects of the user: https://code.claude.com/docs/en/mcp, /hooks and /permissions.
  'claude-code': {
    title: 'Claude Code',
    programs: ['claude'],
    folders: ['{CLAUDE_CONFIG_DIR:~/.claude}'],
    servers: [
      {
        // In the folder of the settings where that is moved, and beside it by default.
        file: '{CLAUDE_CONFIG_DIR:~}/.claude.json',
        key: 'mcpServers',
        // Else its model sees the names alone, and has to search for a tool before it can call it.
        entry: (entry) => ({ type: 'stdio', ...entry, alwaysLoad: true }),
      },
    ],
    hooks: {
      file: '{CLAUDE_CONFIG_DIR:~/.claude}/settings.json',
      // Claude Code runs hooks in Git Bash there.
      onWindows: 'posix',
      events: {
        ...CLAUDE_EVENTS,
        'before-edit': { name: 'PreToolUse', matcher: 'Edit|MultiEdit|Write|NotebookEdit' },
        'before-command': { name: 'PreToolUse', matcher: 'Bash|PowerShell' },
        'after-failure': { name: 'PostToolUseFailure', matcher: 'Bash|PowerShell' },
      },
      element: group,
    },
    allow: '{CLAUDE_CONFIG_DIR:~/.claude}/settings.json',
    list: ['claude', 'mcp', 'list'],
    advice: ({ allow }) =>
      allow
        ? []
        : [
            'Claude Code asks before it calls a tool. With --allow, setup allows those that only read; "mcp__memory-vault" in permissions.allow of its settings allows all.',
          ],
    instructions: 'CLAUDE.md',
  },

  // https://developers.openai.com/codex/mcp and /codex/hooks.
  codex: {
    title: 'Codex',
    programs: ['codex'],
    folders: ['{CODEX_HOME:~/.codex}'],
    servers: [
      {
        file: '{CODEX_HOME:~/.codex}/config.toml',
        key: 'mcp_servers',
        // Codex starts servers without the variables of its own environment, but for those that are named here.
        entry: (entry) => ({ ...entry, env_vars: ['VAULT_PROJECT', 'VAULT_BEARER_TOKEN'] }),
      },
    ],
    hooks: {
      file: '{CODEX_HOME:~/.codex}/hooks.json',
      onWindows: 'cmd',
      events: {
        ...CLAUDE_EVENTS,
        'before-edit': { name: 'PreToolUse', matcher: 'apply_patch' },
        // It runs after each command, and tells not whether it failed. What comes before reaches the model no sooner.
        'after-failure': { name: 'PostToolUse', matcher: 'Bash' },
      },
      element: group,
    },
    list: ['codex', 'mcp', 'list'],
    advice: ({ hooks }) =>
      hooks
        ? [
            'Codex runs no hook that you do not trust: type /hooks in Codex and trust those of Memory Vault, again after each change.',
          ]
        : [],
    instructions: 'AGENTS.md',
  },

  // https://geminicli.com/docs/tools/mcp-server and /docs/hooks. `GEMINI_CLI_HOME` stands for the home directory.
  gemini: {
    title: 'Gemini CLI',
    programs: ['gemini'],
    folders: ['{GEMINI_CLI_HOME:~}/.gemini'],
    servers: [{ file: '{GEMINI_CLI_HOME:~}/.gemini/settings.json', key: 'mcpServers' }],
    hooks: {
      file: '{GEMINI_CLI_HOME:~}/.gemini/settings.json',
      onWindows: 'powershell',
      events: {
        'session-start': 'SessionStart',
        prompt: 'BeforeAgent',
        stop: 'AfterAgent',
        'session-end': 'SessionEnd',
        // It takes no context before a tool.
        'before-edit': { name: 'AfterTool', matcher: '^(replace|write_file)$' },
        'after-failure': { name: 'AfterTool', matcher: '^run_shell_command$' },
      },
      element: groupInMs,
    },
    list: ['gemini', 'mcp', 'list'],
    advice: () => [
      'Gemini CLI starts MCP servers in trusted folders only: type /permissions in a project to trust it.',
    ],
    instructions: 'GEMINI.md',
  },

  // https://opencode.ai/docs/mcp-servers and /docs/plugins.
  opencode: {
    title: 'OpenCode',
    programs: ['opencode'],
    folders: ['{XDG_CONFIG_HOME:~/.config}/opencode'],
    servers: [
      {
        file: '{XDG_CONFIG_HOME:~/.config}/opencode/opencode.json',
        orElse: '{XDG_CONFIG_HOME:~/.config}/opencode/opencode.jsonc',
        key: 'mcp',
        entry: openCodeEntry,
        // OpenCode adds the schema to a file without; then the file would no longer be as setup made it.
        seed: { $schema: 'https://opencode.ai/config.json' },
      },
    ],
    plugin: '{XDG_CONFIG_HOME:~/.config}/opencode/plugins/memory-vault.js',
    list: ['opencode', 'mcp', 'list'],
    advice: () => [],
    instructions: 'AGENTS.md',
  },

  // https://docs.github.com/copilot/how-tos/copilot-cli and /concepts/agents/hooks; tried with 1.0.102.
  copilot: {
    title: 'Copilot CLI',
    programs: ['copilot'],
    folders: ['{COPILOT_HOME:~/.copilot}'],
    servers: [
      {
        // VS Code does not read it.
        file: '{COPILOT_HOME:~/.copilot}/mcp-config.json',
        key: 'mcpServers',
        entry: (entry) => ({ type: 'local', ...entry, tools: ['*'] }),
      },
    ],
    hooks: COPILOT_HOOKS,
    list: ['copilot', 'mcp', 'list'],
    advice: () => [],
    instructions: 'AGENTS.md',
  },

  // docs/users/features/hooks.md and mcp.md of https://github.com/QwenLM/qwen-code; tried with 0.24.4.
  qwen: {
    title: 'Qwen Code',
    programs: ['qwen'],
    folders: ['{QWEN_HOME:~/.qwen}'],
    servers: [
      {
        file: '{QWEN_HOME:~/.qwen}/settings.json',
        key: 'mcpServers',
        // Else its model has to search for a tool before it can call it.
        entry: (entry) => ({ ...entry, alwaysLoadTools: true }),
      },
    ],
    hooks: {
      file: '{QWEN_HOME:~/.qwen}/settings.json',
      onWindows: 'powershell',
      events: {
        ...CLAUDE_EVENTS,
        // It drops the context of a hook before a tool.
        'before-edit': { name: 'PostToolUse', matcher: '^(edit|write_file)$' },
        'before-command': { name: 'PostToolUse', matcher: '^run_shell_command$' },
        'after-failure': { name: 'PostToolUseFailure', matcher: '^run_shell_command$' },
      },
      element: groupInMs,
    },
    list: ['qwen', 'mcp', 'list'],
    advice: () => [],
    instructions: 'QWEN.md',
  },

  // `amp mcp --help`; tried with 0.0.1790142911. Its plugins are programs of its own: it gets no hooks.
  amp: {
    title: 'Amp',
    programs: ['amp'],
    folders: ['~/.config/amp'],
    servers: [{ file: '~/.config/amp/settings.json', key: 'amp.mcpServers' }],
    list: ['amp', 'mcp', 'list'],
    advice: () => [withoutHooks('amp', 'Amp')],
    instructions: 'AGENTS.md',
  },

  // https://block.github.io/goose/docs/guides/config-files.
  goose: {
    title: 'Goose',
    programs: ['goose'],
    folders: [GOOSE],
    servers: [
      {
        file: below(GOOSE, 'config.yaml'),
        key: 'extensions',
        entry: ({ command, args, env = {} }) => ({
          type: 'stdio',
          name: 'memory-vault',
          description: 'Memory of this project',
          enabled: true,
          cmd: command,
          args,
          envs: env,
          timeout: 300,
        }),
      },
    ],
    advice: () => [withoutHooks('goose', 'Goose')],
    instructions: 'AGENTS.md',
  },

  // packages/kilo-docs/pages/automate/mcp of https://github.com/Kilo-Org/kilocode: its command line and its extensions read one file.
  kilo: {
    title: 'Kilo Code',
    programs: ['kilo', 'kilocode'],
    folders: ['{XDG_CONFIG_HOME:~/.config}/kilo'],
    servers: [
      {
        file: '{XDG_CONFIG_HOME:~/.config}/kilo/kilo.jsonc',
        orElse: '{XDG_CONFIG_HOME:~/.config}/kilo/kilo.json',
        key: 'mcp',
        entry: openCodeEntry,
      },
    ],
    list: ['kilo', 'mcp', 'list'],
    advice: () => [withoutHooks('kilo', 'Kilo Code')],
    instructions: 'AGENTS.md',
  },
} satisfies Partial<Record<AgentName, Agent>>;
