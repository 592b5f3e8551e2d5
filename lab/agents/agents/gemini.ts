import { type Agent, FOREIGN_HOOK, FOREIGN_SERVER } from './agent.js';

const SETTINGS = `{
  // of the user
  "security": { "auth": { "selectedType": "gemini-api-key" } },
  "mcpServers": { "foreign": ${JSON.stringify(FOREIGN_SERVER)} },
  "hooks": {
    "SessionStart": [{ "hooks": [{ "type": "command", "command": ${JSON.stringify(FOREIGN_HOOK)} }] }]
  }
}
`;

/** Gemini CLI, with `gemini -p`. */
export const gemini: Agent = {
  name: 'gemini',
  furnish(home) {
    home.write('.gemini/settings.json', SETTINGS);
  },
  env: (modelUrl) => ({
    GEMINI_API_KEY: 'fake',
    GOOGLE_GEMINI_BASE_URL: modelUrl,
    GEMINI_TELEMETRY_ENABLED: 'false',
  }),
  addPackage(home, root) {
    // It asks whether the folder of the extension is trusted.
    home.write('.gemini/trustedFolders.json', JSON.stringify({ [root]: 'TRUST_FOLDER' }));
    return [
      ['extensions', 'validate', root],
      ['extensions', 'install', root, '--consent', '--skip-settings'],
    ];
  },
  // With a model of its choice, it asks one more question before each prompt: which model should answer.
  args: (prompt) => ['--skip-trust', '--yolo', '--model', 'gemini-2.5-pro', '--prompt', prompt],
  tools: {
    args: (prompt) => gemini.args(prompt),
    edit: ({ path, before, after }) => [
      {
        tool: 'replace',
        input: { file_path: path, instruction: 'mend', old_string: before, new_string: after },
      },
    ],
    shell: (command) => ({ tool: 'run_shell_command', input: { command, description: 'work' } }),
    holds: [],
    isToldAfterEdit: true,
  },
  remarks: [
    'Gemini CLI has MCP servers only in a folder that its user trusts: it is run with `--skip-trust`, and with `--yolo` because nobody is there to be asked.',
  ],
};
