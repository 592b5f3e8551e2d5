import { fileURLToPath } from 'node:url';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, test } from 'vitest';
import { keepLogin } from '../../src/cli/verbs/loginVerbs.js';
import { isSameVault, keptLogin, tokenFor } from '../../src/connect/keptLogin.js';
import { hookMachine } from '../support/hookMachine.js';
import { mcpClient, textOf } from '../support/mcpClient.js';
import { otherWaits } from '../support/otherWaits.js';
import { runCli } from '../support/service.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';
import { verbVault } from '../support/verbVault.js';

const vault = verbVault({ VAULT_AUTH: 'session' });
const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const WAITS = otherWaits({ 150: 3000, 10000: 3000 });

/** Somebody on another machine who has logged in at the vault by its URL, and whose programs know nothing else of it. */
async function member(name: string) {
  const { stdout: invite } = await vault.piped([
    'invite',
    `${name}@example.org`,
    '--team',
    'payments',
    '--create',
  ]);
  const { home, project, run } = await hookMachine();
  const url = vault.url().replace('127.0.0.1', 'localhost');
  const env = { HOME: home, VAULT_DATA_DIR: temporaryDirectory(), VAULT_URL: url };
  const type = (args: readonly string[], input = '') =>
    runCli(args, env.VAULT_DATA_DIR, { ...env, VAULT_ADMIN_KEY: '' }, input);
  const login = await type(['login', `${vault.url()}/`, '--token', '-'], invite);
  expect(login.code, login.output).toBe(0);
  const loginCheck = async () => {
    const { stdout } = await type(['doctor', '--format', 'json']);
    return JSON.parse(stdout).checks.find((check: { name: string }) => check.name === 'login');
  };
  return {
    env,
    project,
    url,
    type,
    loginCheck,
    start: (agent: 'claude-code' | 'cursor' = 'claude-code', more = {}) =>
      run(agent, 'session-start', {}, { env: { ...env, ...more } }),
  };
}

test('who has logged in once is known to the verbs, the hooks, the MCP server, setup and doctor', async () => {
  const ada = await member('ada');
  const saved = await ada.type(['save', 'The till rounds down', '--project', 'shop']);
  expect(saved.code, saved.output).toBe(0);
  const { context, message } = await ada.start();
  expect(context).toContain('The till rounds down');
  expect(message).not.toContain('login');
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [CLI, 'mcp', '--no-start'],
    env: { ...ada.env, ...WAITS, PATH: process.env.PATH ?? '', VAULT_PROJECT: 'shop' },
  });
  const client = await mcpClient('2026-07-28', transport);
  const found = await client.callTool({ name: 'memory_search', arguments: { query: 'till' } });
  expect(textOf(found)).toContain('The till rounds down');
  expect(await ada.loginCheck()).toMatchObject({
    state: 'ok',
    says: 'agents act as ada@example.org (member of payments)',
  });
  const setup = await ada.type(['setup', 'codex']);
  expect(setup.stdout).toContain('ok    agents act as ada@example.org (member of payments)');
});

test('a login that has ended is said to the user, to the model, by verbs and by doctor, each with the one thing to do', async () => {
  const bob = await member('bob');
  const params = { path: { team: 'payments' } };
  const { data: logins } = await vault.client().GET('/admin/teams/{team}/sessions', { params });
  const session = logins.find(({ email }) => email === 'bob@example.org')?.id ?? '';
  const one = { path: { team: 'payments', session } };
  await vault.client().DELETE('/admin/teams/{team}/sessions/{session}', { params: one });
  const said = `the vault at ${bob.url} has ended your login: type memory-vault login ${bob.url}`;
  const { context, message } = await bob.start();
  expect(message).toBe(said);
  expect(context).toContain(`Tell the user: ${said}`);
  // One that shows its user nothing of a hook.
  expect((await bob.start('cursor')).context).toContain(`Tell the user: ${said}`);
  expect(await bob.loginCheck()).toMatchObject({
    state: 'wrong',
    says: 'agents have a login that has ended',
    type: `memory-vault login ${bob.url}`,
  });
  expect((await bob.type(['search', 'till'])).output).toBe(
    'memory-vault: your login at this vault has ended: type memory-vault login with a new invite of an admin\n',
  );
  // Nothing that is known by its URL alone is sent, so there is nothing left to guess with.
  await bob.type(['logout', bob.url, '--local']);
  const wants = `the vault at ${bob.url} needs a login: type memory-vault login ${bob.url}`;
  expect((await bob.start()).message).toBe(wants);
  expect(await bob.loginCheck()).toMatchObject({ says: 'agents have no login at the vault' });
});

test.each([
  ['https://vault.example', 'https://VAULT.example/', true],
  ['https://vault.example', 'https://vault.example:443', true],
  ['https://vault.example/team/a', 'https://vault.example/team/a/', true],
  ['http://localhost:7437', 'http://127.0.0.1:7437', true],
  ['https://vault.example/vault-api/', 'https://vault.example', true],
  ['https://vault.example/vault-apixyz', 'https://vault.example', false],
  ['https://vault.example', 'http://vault.example', false],
  ['https://vault.example', 'https://vault.example:8443', false],
  ['https://vault.example/team/a', 'https://vault.example/team/b', false],
  ['https://vault.example/team/a', 'https://vault.example/team/A', false],
  ['https://vault.example', 'https://vault.example.evil', false],
])('a login for %s is one for %s: %s', (one, other, isSame) => {
  expect(isSameVault(one, other)).toBe(isSame);
});

test('each vault gets its own login, the newest, and VAULT_BEARER_TOKEN comes before all', () => {
  const env = { HOME: temporaryDirectory() };
  keepLogin('https://vault.example', 'old', env);
  keepLogin('https://other.example', 'of another', env);
  keepLogin('https://VAULT.example:443', 'new', env);
  expect(keptLogin('https://vault.example', env)?.token).toBe('new');
  expect(tokenFor('https://other.example', {}, env)).toBe('of another');
  expect(tokenFor('https://third.example', {}, env)).toBeUndefined();
  expect(tokenFor('https://vault.example', { token: 'named' }, env)).toBe('named');
});
