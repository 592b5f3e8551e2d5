import { join } from 'node:path';
import { type Agent, FOREIGN_HOOK, FOREIGN_SERVER } from './agent.js';

/** Copilot CLI, with `copilot -p`. */
export const copilot: Agent = {
  name: 'copilot',
  furnish(home) {
    const foreign = { type: 'local', ...FOREIGN_SERVER, tools: ['*'] };
    home.write(
      '.copilot/mcp-config.json',
      `{\n  "mcpServers": { "foreign": ${JSON.stringify(foreign)} }\n}\n`,
    );
    const hooks = { SessionStart: [{ type: 'command', command: FOREIGN_HOOK }] };
    home.write('.copilot/hooks/foreign.json', `${JSON.stringify({ version: 1, hooks })}\n`);
  },
  env: (modelUrl) => ({
    COPILOT_PROVIDER_BASE_URL: `${modelUrl}/v1`,
    COPILOT_PROVIDER_API_KEY: 'fake',
    COPILOT_MODEL: 'fake',
    COPILOT_OFFLINE: 'true',
    COPILOT_AUTO_UPDATE: 'false',
  }),
  args: (prompt) => ['--allow-all-tools', '--prompt', prompt],
  tools: {
    args: (prompt) => copilot.args(prompt),
    edit: ({ project, path, before, after }) => [
      { tool: 'edit', input: { path: join(project, path), old_str: before, new_str: after } },
    ],
    shell: (command) => ({ tool: 'bash', input: { command, description: 'work' } }),
    holds: [],
  },
  remarks: ['Copilot CLI is run with `--allow-all-tools`, because nobody is there to be asked.'],
};
