import type { HookEvent } from '../hook/agentProtocol.js';
import type { AgentName, MachinePath } from './agent.js';
import type { Shell } from './hookCommand.js';
import type { ServerEntry } from './launch.js';
import type { Json, JsonObject } from './wantedFile.js';

/** What setup has to know of one agent. */
export interface Agent {
  /** As its makers write it. */
  readonly title: string;
  /** Programs whose presence in PATH says that the agent is installed. */
  readonly programs: readonly string[];
  /** Folders whose presence says so. */
  readonly folders: readonly MachinePath[];
  /** The files with the entry of the MCP server. */
  readonly servers: readonly ServerPlace[];
  readonly hooks?: HookPlace;
  /** The file of a plugin that runs the hooks, for an agent whose hooks are no commands. */
  readonly plugin?: MachinePath;
  /** The file with the tools that it may call unasked, in `permissions.allow`. */
  readonly allow?: MachinePath;
  /** What the agent itself says about its MCP servers: a program and its arguments. */
  readonly list?: readonly [string, ...string[]];
  /** What else the user has to do or to know, one sentence each. The options are those asked for. */
  advice(options: { readonly hooks: boolean; readonly allow: boolean }): readonly string[];
  /** The file in a project from which the agent reads instructions, with `/`. */
  readonly instructions: string;
}

/** A file of JSON, or by its name of TOML, with the entry of the server in the object that has the key `key`. */
interface ServerPlace {
  readonly file: MachinePath;
  /** Another name of the file, which is taken where there is one. */
  readonly orElse?: MachinePath;
  /** The file is written only where this folder is there. */
  readonly where?: MachinePath;
  readonly key: string;
  /** The entry as the agent writes it; by default as most do. */
  readonly entry?: (entry: ServerEntry) => JsonObject;
  /** What a file holds besides, when setup makes it. */
  readonly seed?: JsonObject;
}

/** How the agents of one shape write their hooks. */
export interface HookPlace {
  readonly file: MachinePath;
  /** The shell that the agent gives a hook to on Windows; elsewhere, it is a POSIX shell. */
  readonly onWindows: Shell;
  /** The agent's own name of each event that it has. */
  readonly events: Readonly<Partial<Record<HookEvent, string | ToolEvent>>>;
  /** The hook as an element of the array of its event. Its matcher says for which tools it runs. */
  element(command: string, seconds: number, event: HookEvent, matcher?: string): Json;
  /** A property at the root of the file without which the agent does not read it. */
  readonly needed?: readonly [key: string, value: Json];
}

/** An event of the tools of an agent, and a regular expression for the names of those that it is for. */
export interface ToolEvent {
  readonly name: string;
  readonly matcher: string;
}

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

/** The folder of the user's profile of VS Code, in that of all programs. */
const VS_CODE = {
  linux: '{XDG_CONFIG_HOME:~/.config}/Code/User',
  darwin: '~/Library/Application Support/Code/User',
  win32: '{APPDATA:~/AppData/Roaming}/Code/User',
};
const ZED = {
  linux: '{XDG_CONFIG_HOME:~/.config}/zed',
  darwin: '~/.config/zed',
  win32: '{APPDATA:~/AppData/Roaming}/Zed',
};

/** Every agent by its name. */
export const ALL_AGENTS: Readonly<Record<AgentName, Agent>> = {
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
      // Its timeouts are in ms.
      element: (command, seconds, event, matcher) => {
        const name = `memory-vault ${event}`;
        return {
          ...(matcher !== undefined && { matcher }),
          hooks: [{ type: 'command', name, command, timeout: seconds * 1000 }],
        };
      },
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
        entry: ({ command, args, env }) => ({
          type: 'local',
          command: [command, ...args],
          ...(env && { environment: env }),
          enabled: true,
        }),
        // OpenCode adds the schema to a file without; then the file would no longer be as setup made it.
        seed: { $schema: 'https://opencode.ai/config.json' },
      },
    ],
    plugin: '{XDG_CONFIG_HOME:~/.config}/opencode/plugins/memory-vault.js',
    list: ['opencode', 'mcp', 'list'],
    advice: () => [],
    instructions: 'AGENTS.md',
  },

  // https://cursor.com/docs/context/mcp and /docs/agent/hooks.
  cursor: {
    title: 'Cursor',
    programs: ['cursor', 'cursor-agent'],
    folders: ['~/.cursor'],
    servers: [{ file: '~/.cursor/mcp.json', key: 'mcpServers' }],
    hooks: {
      file: '~/.cursor/hooks.json',
      onWindows: 'powershell',
      events: {
        'session-start': 'sessionStart',
        prompt: 'beforeSubmitPrompt',
        stop: 'stop',
        'session-end': 'sessionEnd',
        'before-edit': { name: 'postToolUse', matcher: 'Write' },
        'after-failure': { name: 'postToolUseFailure', matcher: 'Shell' },
      },
      element: (command, timeout, _event, matcher) => ({
        command,
        timeout,
        ...(matcher !== undefined && { matcher }),
      }),
      needed: ['version', 1],
    },
    advice: () => ['Turn the server on in Cursor, if Settings > MCP shows it as disabled.'],
    instructions: '.cursor/rules/memory-vault.mdc',
  },

  // With GitHub Copilot, and Copilot CLI where it is used: https://code.visualstudio.com/docs/copilot/chat/mcp-servers,
  // /docs/copilot/customization/hooks and https://docs.github.com/copilot/concepts/agents/hooks.
  vscode: {
    title: 'VS Code',
    programs: ['code'],
    folders: [VS_CODE, '{COPILOT_HOME:~/.copilot}'],
    servers: [
      {
        file: below(VS_CODE, 'mcp.json'),
        key: 'servers',
        entry: (entry) => ({ type: 'stdio', ...entry }),
      },
      {
        // Copilot CLI keeps its own list of servers, which VS Code does not read.
        file: '{COPILOT_HOME:~/.copilot}/mcp-config.json',
        where: '{COPILOT_HOME:~/.copilot}',
        key: 'mcpServers',
        entry: (entry) => ({ type: 'local', ...entry, tools: ['*'] }),
      },
    ],
    hooks: {
      // VS Code and Copilot CLI read every file of this folder.
      file: '{COPILOT_HOME:~/.copilot}/hooks/memory-vault.json',
      onWindows: 'powershell',
      events: { 'session-start': 'SessionStart', prompt: 'UserPromptSubmit', stop: 'Stop' },
      element: (command, timeout) => ({ type: 'command', command, timeout }),
      needed: ['version', 1],
    },
    advice: ({ hooks }) => [
      'Start the server once in VS Code: "MCP: List Servers" in the command palette.',
      ...(hooks
        ? [
            'VS Code also runs the hooks of Claude Code in ~/.claude/settings.json: with both set up, each runs once for itself.',
          ]
        : []),
    ],
    instructions: '.github/copilot-instructions.md',
  },

  // https://docs.windsurf.com/windsurf/cascade/mcp.
  windsurf: {
    title: 'Windsurf',
    programs: ['windsurf'],
    folders: ['~/.codeium/windsurf'],
    servers: [{ file: '~/.codeium/windsurf/mcp_config.json', key: 'mcpServers' }],
    advice: () => [
      'Windsurf gets no hooks. In a project, `memory-vault setup windsurf --instructions` tells the agent when to remember.',
    ],
    instructions: '.windsurf/rules/memory-vault.md',
  },

  // https://zed.dev/docs/ai/mcp.
  zed: {
    title: 'Zed',
    programs: ['zed', 'zeditor'],
    folders: [ZED],
    servers: [
      {
        file: below(ZED, 'settings.json'),
        key: 'context_servers',
        entry: (entry) => ({ source: 'custom', ...entry }),
      },
    ],
    advice: () => [
      'Zed has no hooks. In a project, `memory-vault setup zed --instructions` tells the agent when to remember.',
    ],
    instructions: 'AGENTS.md',
  },
};

function below({ linux, darwin, win32 }: typeof ZED, name: string): MachinePath {
  return { linux: `${linux}/${name}`, darwin: `${darwin}/${name}`, win32: `${win32}/${name}` };
}
