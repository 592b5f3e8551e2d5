import type { AgentName } from './agent.js';
import { type Agent, below, COPILOT_HOOKS, withoutHooks } from './agentKind.js';

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
const CLINE_IN_VS_CODE = 'globalStorage/saoudrizwan.claude-dev';

/** The agents of an editor by their names. */
export const EDITOR_AGENTS = {
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

  // With GitHub Copilot: https://code.visualstudio.com/docs/copilot/chat/mcp-servers,
  // /docs/copilot/customization/hooks and https://docs.github.com/copilot/concepts/agents/hooks.
  vscode: {
    title: 'VS Code',
    programs: ['code'],
    folders: [VS_CODE],
    servers: [
      {
        file: below(VS_CODE, 'mcp.json'),
        key: 'servers',
        entry: (entry) => ({ type: 'stdio', ...entry }),
      },
    ],
    hooks: COPILOT_HOOKS,
    advice: ({ hooks }) => [
      'Start the server once in VS Code: "MCP: List Servers" in the command palette.',
      ...(hooks
        ? [
            'VS Code also runs the hooks of Claude Code in ~/.claude/settings.json: with both set up, both run.',
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
    advice: () => [withoutHooks('windsurf', 'Windsurf')],
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
    advice: () => [withoutHooks('zed', 'Zed')],
    instructions: 'AGENTS.md',
  },

  // https://kiro.dev/docs/mcp/configuration. Its hooks are files of a workspace.
  kiro: {
    title: 'Kiro',
    programs: ['kiro', 'kiro-cli'],
    folders: ['~/.kiro'],
    servers: [{ file: '~/.kiro/settings/mcp.json', key: 'mcpServers' }],
    list: ['kiro-cli', 'mcp', 'list'],
    advice: () => [withoutHooks('kiro', 'Kiro')],
    instructions: '.kiro/steering/memory-vault.md',
  },

  // Its package @cline/shared (storage/paths), and https://docs.cline.bot/mcp/mcp-overview; tried with 3.0.65.
  cline: {
    title: 'Cline',
    programs: ['cline'],
    folders: ['{CLINE_DIR:~/.cline}', below(VS_CODE, CLINE_IN_VS_CODE)],
    servers: [
      {
        file: '{CLINE_DIR:~/.cline}/data/settings/cline_mcp_settings.json',
        key: 'mcpServers',
      },
      {
        // The extension of VS Code kept its own.
        file: below(VS_CODE, `${CLINE_IN_VS_CODE}/settings/cline_mcp_settings.json`),
        where: below(VS_CODE, CLINE_IN_VS_CODE),
        key: 'mcpServers',
      },
    ],
    advice: () => [withoutHooks('cline', 'Cline')],
    instructions: '.clinerules/memory-vault.md',
  },

  // https://antigravity.google/docs/mcp: the editor and its command line read one file.
  antigravity: {
    title: 'Antigravity',
    programs: ['antigravity', 'agy'],
    folders: ['~/.gemini/antigravity', '~/.gemini/antigravity-cli'],
    servers: [{ file: '~/.gemini/config/mcp_config.json', key: 'mcpServers' }],
    list: ['agy', 'mcp', 'list'],
    advice: () => [withoutHooks('antigravity', 'Antigravity')],
    instructions: 'AGENTS.md',
  },
} satisfies Partial<Record<AgentName, Agent>>;
