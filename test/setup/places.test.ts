import { expect, test } from 'vitest';
import type { AgentName, Machine } from '../../src/setup/agent.js';
import { filesOf } from '../../src/setup/agentFiles.js';

const LAUNCH = { node: '/node', cli: '/cli.js', hook: '/hook.js', settings: {}, passive: false };

function placesOf(name: AgentName, machine: Partial<Machine>): readonly string[] {
  const whole = { platform: 'linux' as const, home: '/home/u', env: {}, exists: () => false };
  const { server, hooks } = filesOf(name, { ...whole, ...machine }, LAUNCH);
  return [...server, ...hooks].map(({ wanted }) => wanted.path);
}

const WINDOWS = { platform: 'win32', home: 'C:\\Users\\u' } as const;
const MAC = { platform: 'darwin', home: '/Users/u' } as const;

test.each([
  ['claude-code', {}, ['/home/u/.claude.json', '/home/u/.claude/settings.json']],
  ['claude-code', { env: { CLAUDE_CONFIG_DIR: '/c' } }, ['/c/.claude.json', '/c/settings.json']],
  // A folder whose name begins so: only a shell makes it the home directory of somebody.
  [
    'claude-code',
    { env: { CLAUDE_CONFIG_DIR: '~old/x' } },
    ['~old/x/.claude.json', '~old/x/settings.json'],
  ],
  ['claude-code', WINDOWS, ['C:\\Users\\u\\.claude.json', 'C:\\Users\\u\\.claude\\settings.json']],
  ['codex', { env: { CODEX_HOME: '/c' } }, ['/c/config.toml', '/c/hooks.json']],
  [
    'gemini',
    { env: { GEMINI_CLI_HOME: '/g' } },
    ['/g/.gemini/settings.json', '/g/.gemini/settings.json'],
  ],
  [
    'opencode',
    { env: { XDG_CONFIG_HOME: '/x' } },
    ['/x/opencode/opencode.json', '/x/opencode/plugins/memory-vault.js'],
  ],
  [
    'opencode',
    { exists: (path: string) => path.endsWith('.jsonc') },
    ['/home/u/.config/opencode/opencode.jsonc', '/home/u/.config/opencode/plugins/memory-vault.js'],
  ],
  [
    'vscode',
    {},
    ['/home/u/.config/Code/User/mcp.json', '/home/u/.copilot/hooks/memory-vault.json'],
  ],
  [
    'vscode',
    MAC,
    [
      '/Users/u/Library/Application Support/Code/User/mcp.json',
      '/Users/u/.copilot/hooks/memory-vault.json',
    ],
  ],
  [
    'vscode',
    { ...WINDOWS, env: { APPDATA: 'D:\\Roaming' } },
    ['D:\\Roaming\\Code\\User\\mcp.json', 'C:\\Users\\u\\.copilot\\hooks\\memory-vault.json'],
  ],
  ['copilot', {}, ['/home/u/.copilot/mcp-config.json', '/home/u/.copilot/hooks/memory-vault.json']],
  [
    'copilot',
    { env: { COPILOT_HOME: '/c' } },
    ['/c/mcp-config.json', '/c/hooks/memory-vault.json'],
  ],
  ['qwen', { env: { QWEN_HOME: '/q' } }, ['/q/settings.json', '/q/settings.json']],
  ['amp', WINDOWS, ['C:\\Users\\u\\.config\\amp\\settings.json']],
  ['goose', MAC, ['/Users/u/.config/goose/config.yaml']],
  ['goose', WINDOWS, ['C:\\Users\\u\\AppData\\Roaming\\Block\\goose\\config\\config.yaml']],
  ['kilo', {}, ['/home/u/.config/kilo/kilo.jsonc']],
  [
    'kilo',
    { exists: (path: string) => path.endsWith('.json') },
    ['/home/u/.config/kilo/kilo.json'],
  ],
  ['kiro', MAC, ['/Users/u/.kiro/settings/mcp.json']],
  ['cline', { env: { CLINE_DIR: '/c' } }, ['/c/data/settings/cline_mcp_settings.json']],
  [
    'cline',
    { ...MAC, exists: () => true },
    [
      '/Users/u/.cline/data/settings/cline_mcp_settings.json',
      '/Users/u/Library/Application Support/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json',
    ],
  ],
  ['antigravity', WINDOWS, ['C:\\Users\\u\\.gemini\\config\\mcp_config.json']],
  ['windsurf', WINDOWS, ['C:\\Users\\u\\.codeium\\windsurf\\mcp_config.json']],
  ['zed', { env: { XDG_CONFIG_HOME: '/x' } }, ['/x/zed/settings.json']],
  ['zed', MAC, ['/Users/u/.config/zed/settings.json']],
  ['zed', WINDOWS, ['C:\\Users\\u\\AppData\\Roaming\\Zed\\settings.json']],
  ['cursor', {}, ['/home/u/.cursor/mcp.json', '/home/u/.cursor/hooks.json']],
] as const)('%s on %j keeps its settings in %j', (name, machine, places) => {
  expect(placesOf(name, machine)).toEqual(places);
});
