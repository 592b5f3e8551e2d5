import { join } from 'node:path';
import { type Agent, FOREIGN_HOOK, FOREIGN_SERVER } from './agent.js';

const SETTINGS = `{
  "permissions": { "allow": ["mcp__memory-vault", "mcp__plugin_memory-vault_memory-vault"] },
  "hooks": {
    "SessionStart": [{ "hooks": [{ "type": "command", "command": ${JSON.stringify(FOREIGN_HOOK)} }] }],
    "Stop": [{ "hooks": [{ "type": "command", "command": ${JSON.stringify(FOREIGN_HOOK)} }] }]
  }
}
`;

/** Claude Code, with `claude -p`. */
export const claudeCode: Agent = {
  name: 'claude-code',
  furnish(home) {
    home.write('.claude/settings.json', SETTINGS);
    home.write('.claude.json', `${JSON.stringify({ mcpServers: { foreign: FOREIGN_SERVER } })}\n`);
  },
  env: (modelUrl) => ({
    ANTHROPIC_BASE_URL: modelUrl,
    ANTHROPIC_API_KEY: 'fake',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
  }),
  addPackage: (_, root) => [
    ['plugin', 'validate', join(root, 'plugin')],
    ['plugin', 'marketplace', 'add', root],
    ['plugin', 'install', 'memory-vault@memory-vault'],
  ],
  args: (prompt) => ['-p', prompt],
  tools: {
    args: (prompt) => ['-p', prompt, '--allowedTools', 'Read,Edit,Bash'],
    // It edits only what it has read.
    edit({ project, path, before, after }) {
      const file_path = join(project, path);
      const replaced = { old_string: before, new_string: after };
      return [
        { tool: 'Read', input: { file_path } },
        { tool: 'Edit', input: { file_path, ...replaced } },
      ];
    },
    shell: (command) => ({ tool: 'Bash', input: { command, description: 'work' } }),
    holds: ['edit', 'command'],
  },
  remarks: [
    'The tools are allowed by a permission rule of the user (`mcp__memory-vault`), because nobody is there to be asked.',
  ],
};
