import { type Agent, FOREIGN_HOOK, FOREIGN_SERVER } from './agent.js';

/** With a model that it does not know, it offers no tool for patches: its model writes them into the shell. */
const PATCHING_MODEL = 'gpt-5.5';

const UNASKED = ['--sandbox', 'danger-full-access', '--model', PATCHING_MODEL];

const HOOKS = {
  hooks: { SessionStart: [{ hooks: [{ type: 'command', command: FOREIGN_HOOK }] }] },
};

/** Codex, with `codex exec`. */
export const codex: Agent = {
  name: 'codex',
  furnish(home, modelUrl) {
    home.write(
      '.codex/config.toml',
      [
        '# the model of this house',
        'model = "fake"',
        'model_provider = "house"',
        '',
        '[model_providers.house]',
        'name = "house"',
        `base_url = "${modelUrl}/v1"`,
        'wire_api = "responses"',
        'env_key = "HOUSE_KEY" # of the user',
        '',
        '[mcp_servers.foreign]',
        `command = "${FOREIGN_SERVER.command}"`,
        '',
      ].join('\n'),
    );
    home.write('.codex/hooks.json', `${JSON.stringify(HOOKS, null, 2)}\n`);
  },
  env: () => ({ HOUSE_KEY: 'fake' }),
  addPackage: (_, root) => [
    ['plugin', 'marketplace', 'add', root],
    ['plugin', 'add', 'memory-vault@memory-vault'],
  ],
  args: (prompt) => ['exec', '--skip-git-repo-check', '--dangerously-bypass-hook-trust', prompt],
  tools: {
    args: (prompt) => ['exec', '--dangerously-bypass-hook-trust', ...UNASKED, prompt],
    argsWithoutTrust: (prompt) => ['exec', ...UNASKED, prompt],
    edit: ({ path, before, after }) => [
      { tool: 'apply_patch', input: { input: patchOf(path, before, after) } },
    ],
    shell: (cmd) => ({ tool: 'exec_command', input: { cmd } }),
    holds: ['edit'],
  },
  argsWithoutTrust: (prompt) => ['exec', '--skip-git-repo-check', prompt],
  remarks: [
    'Codex runs a hook only after its user trusts it in `/hooks`, which needs a terminal: it is run with `--dangerously-bypass-hook-trust`.',
  ],
};

function patchOf(path: string, before: string, after: string): string {
  const marked = (mark: string, text: string) => text.replaceAll(/^/gm, mark);
  const hunk = `@@\n${marked('-', before)}\n${marked('+', after)}`;
  return `*** Begin Patch\n*** Update File: ${path}\n${hunk}\n*** End Patch\n`;
}
