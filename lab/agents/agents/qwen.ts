import { join } from 'node:path';
import { type Agent, FOREIGN_HOOK, FOREIGN_SERVER } from './agent.js';

const SETTINGS = `{
  // of the user
  "security": { "auth": { "selectedType": "openai" } },
  "mcpServers": { "foreign": ${JSON.stringify(FOREIGN_SERVER)} },
  "hooks": {
    "SessionStart": [{ "hooks": [{ "type": "command", "command": ${JSON.stringify(FOREIGN_HOOK)} }] }]
  }
}
`;

/** Qwen Code, with `qwen -p`. */
export const qwen: Agent = {
  name: 'qwen',
  furnish(home) {
    home.write('.qwen/settings.json', SETTINGS);
  },
  env: (modelUrl) => ({
    OPENAI_API_KEY: 'fake',
    OPENAI_BASE_URL: `${modelUrl}/v1`,
    OPENAI_MODEL: 'fake',
  }),
  args: (prompt) => ['--yolo', '--prompt', prompt],
  tools: {
    args: (prompt) => qwen.args(prompt),
    edit({ project, path, before, after }) {
      const file_path = join(project, path);
      return [
        { tool: 'read_file', input: { file_path } },
        { tool: 'edit', input: { file_path, old_string: before, new_string: after } },
      ];
    },
    shell: (command) => ({
      tool: 'run_shell_command',
      input: { command, description: 'work', is_background: false },
    }),
    holds: [],
    isToldAfterEdit: true,
  },
  remarks: ['Qwen Code is run with `--yolo`, because nobody is there to be asked.'],
};
