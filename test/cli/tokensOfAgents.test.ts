import { fileURLToPath } from 'node:url';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, test } from 'vitest';
import { hookMachine } from '../support/hookMachine.js';
import { mcpClient, textOf } from '../support/mcpClient.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';
import { verbVault } from '../support/verbVault.js';

const vault = verbVault({ VAULT_AUTH: 'session' });
const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

/** A machine on which agents know a vault elsewhere by its URL and a token with these options. */
async function agents(name: string, ...options: readonly string[]) {
  const made = await vault.piped(['token', 'create', name, ...options]);
  expect(made.code, made.output).toBe(0);
  const { home, run } = await hookMachine();
  const env = {
    HOME: home,
    VAULT_DATA_DIR: temporaryDirectory(),
    VAULT_URL: vault.url(),
    VAULT_BEARER_TOKEN: made.stdout.trim(),
    VAULT_PROJECT: 'shop',
  };
  const mcp = await mcpClient(
    '2026-07-28',
    new StdioClientTransport({
      command: process.execPath,
      args: [CLI, 'mcp', '--no-start'],
      env: { ...env, PATH: process.env.PATH ?? '' },
    }),
  );
  return {
    call: async (tool: string, input: Record<string, unknown>) => {
      const result = await mcp.callTool({ name: `memory_${tool}`, arguments: input });
      return { isError: result.isError === true, text: textOf(result) };
    },
    start: async () => (await run('claude-code', 'session-start', {}, { env })).context,
    /** The end of a turn in which something was learned; gives what is said of it at the next start. */
    async learn() {
      const last_assistant_message = '## Learnings\n- The drawer sticks when it rains outside';
      await run('claude-code', 'stop', { last_assistant_message }, { env, passive: true });
      return (await run('claude-code', 'session-start', {}, { env })).message;
    },
  };
}

const NOTE = { type: 'decision', title: 'The till rounds down', content: 'Always.' };
const AGAIN =
  'make one with memory-vault token create, or on the page under Tokens.\nTell the user that';

test('an agent with a token reads and writes in its projects, by MCP and by hooks', async () => {
  const writer = await agents('writer', '--scope', 'read,write', '--project', 'shop');
  const saved = await writer.call('save', NOTE);
  expect(saved).toMatchObject({ isError: false, text: expect.stringContaining('saved') });
  const outside = await writer.call('save', { ...NOTE, project: 'mill' });
  expect(outside).toMatchObject({ isError: true });
  expect(outside.text).toContain('the token writer is bound to shop: name such a project');
  expect(outside.text).toContain('call it again');
  const [, id] = /saved (\w+)/.exec(saved.text) ?? [];
  const forgotten = await writer.call('forget', { id, title: NOTE.title });
  expect(forgotten.text).toContain(
    'writer may only read and write, and this needs the scope forget',
  );
  await writer.learn();
  expect((await writer.call('search', { query: 'till' })).text).toContain(NOTE.title);
  const inbox = await vault.piped(['inbox', '--project', 'shop', '--format', 'json']);
  expect(inbox.stdout).toContain('The drawer sticks');
});

test('an agent whose token may not write, or has ended, reads what it may not and how to make another', async () => {
  await vault.piped(['save', 'The mill turns', '--project', 'shop']);
  const reader = await agents('reader', '--scope', 'read');
  expect(await reader.start()).toContain('The mill turns');
  expect(await reader.call('search', { query: 'mill' })).toMatchObject({ isError: false });
  const needs = 'the token reader may only read, and this needs the scope write';
  for (const [tool, input] of [
    ['save', NOTE],
    ['session', { action: 'start', goal: 'mend it' }],
  ] as const) {
    const refused = await reader.call(tool, input);
    expect(refused).toEqual({ isError: true, text: expect.stringContaining(`${needs}: ${AGAIN}`) });
  }
  expect(await reader.learn()).toContain(needs);
  await vault.piped(['token', 'revoke', 'reader']);
  const ended = await reader.call('search', { query: 'mill' });
  expect(ended).toMatchObject({ isError: true });
  expect(ended.text).toMatch(/the token reader was revoked at [-\dT:]+Z: make one with/);
  expect(await reader.start()).toContain('the token reader was revoked at ');
});
