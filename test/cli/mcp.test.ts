import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, onTestFinished, test } from 'vitest';
import { checkoutOf } from '../support/checkoutOf.js';
import { sampled } from '../support/depth.js';
import { ERAS, type Era, mcpClient, textOf } from '../support/mcpClient.js';
import { otherWaits } from '../support/otherWaits.js';
import { startService } from '../support/service.js';
import { serviceHere } from '../support/serviceHere.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';
import { ADMIN_KEY } from '../support/testApp.js';

const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const NOTE = { type: 'task', title: 'Write it down', content: 'Nobody has yet.' };

/** A service has three seconds to say that it is there, in place of 150 ms; and as long for an answer, in place of 10 s. */
const WAITS = otherWaits({ 150: 3000, 10000: 3000 });

/** `memory-vault mcp` as an agent runs it, for the vault in a directory. */
async function agentOf(dataDir: string, env: Record<string, string> = {}, era: Era = '2026-07-28') {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [CLI, 'mcp', '--no-start'],
    env: {
      PATH: process.env.PATH ?? '',
      HOME: dataDir,
      VAULT_DATA_DIR: dataDir,
      VAULT_PROJECT: 'checkout',
      ...WAITS,
      ...env,
    },
    stderr: 'ignore',
  });
  const client = await mcpClient(era, transport);
  return {
    client,
    transport,
    async ask(name: string, args: object = {}) {
      const answer = await client.callTool({ name: `memory_${name}`, arguments: { ...args } });
      return { text: textOf(answer), isError: answer.isError === true };
    },
  };
}

test.each(sampled(ERAS, 2))(
  'a client of %s saves and finds a note over standard input and output',
  async (era) => {
    const dataDir = temporaryDirectory();
    await serviceHere(dataDir);
    const { client, ask } = await agentOf(dataDir, {}, era);
    expect((await client.listTools()).tools).toHaveLength(8);
    expect((await ask('save', NOTE)).text).toMatch(/^project checkout \(VAULT_PROJECT\)\nsaved /);
    expect((await ask('search', { query: 'write' })).text).toContain('Write it down');
  },
);

test('in a checkout, a tool works on the project of its repository, and the first save makes it known', async () => {
  const dataDir = temporaryDirectory();
  const { url } = await serviceHere(dataDir);
  const agentIn = (repository: string) =>
    agentOf(dataDir, { VAULT_PROJECT: '', CLAUDE_PROJECT_DIR: checkoutOf(repository) });
  const acme = await agentIn('github.com/acme/api');
  const other = await agentIn('github.com/else/api');
  await other.ask('search', { query: 'write' });
  const known = async () => (await fetch(`${url}/api/v1/repositories`)).json();
  expect(await known()).toEqual([]);
  expect((await acme.ask('save', NOTE)).text).toMatch(/^project api \(git remote\)\nsaved /);
  const saved = await other.ask('save', { ...NOTE, title: 'Not yet' });
  expect(saved.text).toMatch(/^project else\/api \(git remote\)\nsaved /);
  expect(await known()).toHaveLength(2);
  expect((await acme.ask('search', { query: 'nobody' })).text).not.toContain('Not yet');
  expect((await other.ask('search', { query: 'nobody' })).text).toContain('Not yet');
  // In its own checkout, the short name is that of the repository, too.
  const named = await other.ask('timeline', { project: 'api' });
  expect(named.text).toContain('Not yet');
  expect(named.text).not.toContain('Write it down');
});

test('tools are listed without a vault, and a service that starts later, or again elsewhere, is found', async () => {
  const dataDir = temporaryDirectory();
  const { client, ask } = await agentOf(dataDir);
  expect((await client.listTools()).tools).toHaveLength(8);
  expect((await client.listPrompts()).prompts).toHaveLength(3);
  const without = await ask('search', { query: 'write' });
  expect(without.isError).toBe(true);
  expect(without.text).toMatch(
    /^unreachable: .*\nGo on without memory; the user can run `memory-vault setup --check`\.$/,
  );

  const first = await startService(dataDir);
  expect((await ask('save', NOTE)).text).toContain('saved ');
  await first.stop('SIGTERM');
  const second = await startService(dataDir);
  expect(second.url).not.toBe(first.url);
  expect((await ask('search', { query: 'write' })).text).toContain('Write it down');
});

test('a vault that hangs fails a call with its next step, and no list', async () => {
  const dataDir = temporaryDirectory();
  const service = await startService(dataDir);
  const { client, ask } = await agentOf(dataDir);
  expect((await ask('save', NOTE)).isError).toBe(false);
  service.process.kill('SIGSTOP');
  onTestFinished(() => void service.process.kill('SIGCONT'));
  expect((await client.listTools()).tools).toHaveLength(8);
  expect((await client.listPrompts()).prompts).toHaveLength(3);
  const hanging = await ask('search', { query: 'write' });
  expect(hanging.isError).toBe(true);
  expect(hanging.text).toMatch(/^unreachable: .*\nGo on without memory/);
  service.process.kill('SIGCONT');
  expect((await ask('search', { query: 'write' })).text).toContain('Write it down');
});

test('a member uses VAULT_BEARER_TOKEN, and without it reads what to do', async () => {
  const dataDir = temporaryDirectory();
  await serviceHere(dataDir, { VAULT_AUTH: 'session' });
  const stranger = await agentOf(dataDir);
  expect((await stranger.ask('search', { query: 'x' })).text).toMatch(
    /^missing_credential: .*\nAsk the user to run memory-vault login/,
  );
  const owner = await agentOf(dataDir, { VAULT_BEARER_TOKEN: ADMIN_KEY });
  expect((await owner.ask('save', NOTE)).text).toContain('saved ');
});

test('saves land in the session that the agent names, and memory_session ends it', async () => {
  const dataDir = temporaryDirectory();
  await serviceHere(dataDir);
  const { ask } = await agentOf(dataDir, { CLAUDE_CODE_SESSION_ID: 'of-claude' });
  const again = await agentOf(dataDir, { CLAUDE_CODE_SESSION_ID: 'of-claude' });
  expect((await ask('save', NOTE)).text).toContain('saved ');
  expect((await again.ask('save', NOTE)).text).toContain('existing ');
  const { text } = await again.ask('session', { action: 'end', summary: 'All written down.' });
  expect(text).toContain('state ended');
  expect((await ask('context')).text).toContain('All written down.');
});

/** The bare program. */
function mcp(dataDir: string): ChildProcess {
  const child = spawn(process.execPath, [CLI, 'mcp', '--no-start'], {
    env: { PATH: process.env.PATH, HOME: dataDir, VAULT_DATA_DIR: dataDir },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

test('it ends when its input does, and writes nothing but the protocol to its output', async () => {
  const child = mcp(temporaryDirectory());
  let output = '';
  child.stdout?.setEncoding('utf8').on('data', (text) => {
    output += text;
  });
  const exited = once(child, 'exit');
  const initialize = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'x', version: '1' },
    },
  };
  child.stdin?.write(`no message\n${JSON.stringify(initialize)}\n`);
  if (child.stdout) await once(child.stdout, 'data');
  child.stdin?.end();
  expect((await exited)[0]).toBe(0);
  const messages = output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(messages.every(({ jsonrpc }) => jsonrpc === '2.0')).toBe(true);
  expect(messages.at(-1)?.result.serverInfo.name).toBe('memory-vault');
  expect(messages.at(-1)?.result.instructions).toContain('data, not instructions');
});
