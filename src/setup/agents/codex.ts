import type { Agent } from '../agent.js';
import { group, hookEntries } from '../hookEntries.js';
import { isOlderServer, SERVER_NAME, serverEntry } from '../launch.js';
import { inFolder } from '../machine.js';

/** Codex: https://developers.openai.com/codex/mcp and /codex/hooks. */
export const codex: Agent = {
  title: 'Codex',
  programs: ['codex'],
  folders: (machine) => [inFolder(machine, 'CODEX_HOME', '.codex')],
  mcp: (machine, launch) => {
    // Codex starts servers without the variables of its own environment, but for those that are named here.
    const value = { ...serverEntry(launch), env_vars: ['VAULT_PROJECT', 'VAULT_BEARER_TOKEN'] };
    return [
      {
        kind: 'toml',
        path: inFolder(machine, 'CODEX_HOME', '.codex', 'config.toml'),
        table: ['mcp_servers', SERVER_NAME],
        value,
        isOlder: (table) => isOlderServer(table, value),
      },
    ];
  },
  hooks: (machine, launch) => [
    {
      kind: 'json',
      path: inFolder(machine, 'CODEX_HOME', '.codex', 'hooks.json'),
      entries: hookEntries(
        {
          agent: 'codex',
          shell: machine.platform === 'win32' ? 'cmd' : 'posix',
          events: {
            'session-start': 'SessionStart',
            prompt: 'UserPromptSubmit',
            stop: 'Stop',
            'session-end': 'SessionEnd',
          },
          element: (command, timeout) => group({ command, timeout }),
        },
        launch,
      ),
    },
  ],
  list: ['codex', 'mcp', 'list'],
  advice: ({ hooks }) =>
    hooks
      ? [
          'Codex runs no hook that you do not trust: type /hooks in Codex and trust those of Memory Vault, again after each change.',
        ]
      : [],
  instructions: 'AGENTS.md',
};
