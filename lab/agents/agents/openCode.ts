import { join } from 'node:path';
import { type Agent, FOREIGN_SERVER } from './agent.js';

/** OpenCode, with `opencode run`. */
export const openCode: Agent = {
  name: 'opencode',
  furnish(home, modelUrl) {
    const provider = {
      npm: '@ai-sdk/openai-compatible',
      name: 'house',
      options: { baseURL: `${modelUrl}/v1`, apiKey: 'fake' },
      models: {
        fake: { name: 'fake', tool_call: true, limit: { context: 100_000, output: 4_000 } },
      },
    };
    const foreign = { type: 'local', command: [FOREIGN_SERVER.command], enabled: false };
    home.write(
      '.config/opencode/opencode.jsonc',
      `{
  // the model of this house
  "model": "house/fake",
  "provider": { "house": ${JSON.stringify(provider)} },
  "mcp": { "foreign": ${JSON.stringify(foreign)} },
}
`,
    );
    home.write('.config/opencode/plugins/foreign.js', 'export const Foreign = async () => ({});\n');
  },
  env: (modelUrl) => ({
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_DISABLE_MODELS_FETCH: '1',
    // Before it loads plugins it asks a registry for a package of its own. Through a proxy that refuses, that sometimes takes 40 s.
    npm_config_registry: modelUrl,
  }),
  addPackage(home, root) {
    const file = '.config/opencode/opencode.jsonc';
    const line = `  "plugin": ["file://${join(root, 'plugin', 'opencode.js')}"],\n}`;
    home.write(file, home.read(file).replace(/\}\s*$/, line));
    return [];
  },
  // It puts an argument with spaces into quotes, and its words together again.
  args: (prompt) => ['run', ...prompt.split(' ')],
  tools: {
    args: (prompt) => openCode.args(prompt),
    edit({ project, path, before, after }) {
      const filePath = join(project, path);
      return [
        { tool: 'read', input: { filePath } },
        { tool: 'edit', input: { filePath, oldString: before, newString: after } },
      ];
    },
    shell: (command) => ({ tool: 'bash', input: { command, description: 'work' } }),
    holds: [],
  },
  remarks: [],
  noPassive:
    '`opencode run` ends at once when the model has answered, before its plugins are done with that event',
};
