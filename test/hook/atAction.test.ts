import { expect, test } from 'vitest';
import { hookMachine } from '../support/hookMachine.js';

const SECRET = `ghp_${'Ab1'.repeat(12)}`;

test.each([
  [
    'after-failure',
    {
      hook_event_name: 'PostToolUseFailure',
      tool_input: { command: 'make deploy' },
      error: `Error: the token ${SECRET} is refused by the drawer\nError: <private>Jane Doe cannot open her till</private>`,
    },
  ],
  [
    'prompt',
    {
      hook_event_name: 'UserPromptSubmit',
      prompt: `It says:\nError: the token ${SECRET} is refused by the drawer\nError: <private>Jane Doe cannot open her till</private>`,
    },
  ],
] as const)(
  'a vault is asked without the secrets of what was printed: %s',
  async (event, input) => {
    const { vault, run } = await hookMachine();
    await run('claude-code', event, { session_id: 's1', ...input });
    const asked = vault.received
      .map(({ path }) => decodeURIComponent(path))
      .filter((path) => path.includes('search'));
    expect(asked).toHaveLength(1);
    expect(asked[0]).toContain('drawer');
    expect(asked[0]).not.toMatch(/ghp_|Ab1|Jane|till/i);
  },
);

test.each([['opencode'], ['cursor']] as const)(
  'nothing is looked up at a prompt of %s, which shows it to nobody',
  async (agent) => {
    const { vault, run } = await hookMachine();
    await run(agent, 'prompt', { session_id: 's1', prompt: 'Why does `npm run lint` stop?' });
    expect(vault.received.filter(({ path }) => path.includes('search'))).toEqual([]);
  },
);

test.each([
  ['no object', { tool_input: 'x' }],
  ['words that are no text', { tool_input: { command: [{ toString: 1 }, [[[]]]] } }],
  ['a lone surrogate as its agent', { tool_input: { command: 'make x' }, agent_id: '\ud800' }],
  ['a very long agent', { tool_input: { command: 'make x' }, agent_id: 'a'.repeat(5_000) }],
])('a call with %s is answered', async (_, input) => {
  const { run } = await hookMachine();
  const given = { hook_event_name: 'PreToolUse', session_id: 's1', ...input };
  expect((await run('claude-code', 'before-command', given)).answer).toEqual({});
  expect((await run('claude-code', 'before-edit', given)).answer).toEqual({});
});
