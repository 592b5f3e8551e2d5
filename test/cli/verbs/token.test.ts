import { expect, test } from 'vitest';
import { hookMachine } from '../../support/hookMachine.js';
import { documentOfClient, PUBLIC } from '../../support/oauthClient.js';
import { runCli } from '../../support/service.js';
import { temporaryDirectory } from '../../support/temporaryDirectory.js';
import { verbVault } from '../../support/verbVault.js';

const vault = verbVault({ VAULT_AUTH: 'session', VAULT_PUBLIC_URL: PUBLIC });

const create = (...args: readonly string[]) => vault.piped(['token', 'create', ...args]);

test('a token is made, shown once, listed, and revoked by its name or its id', async () => {
  const made = await create(
    'ci-bot',
    '--scope',
    'write,read',
    '--project',
    'shop',
    '--expires',
    '90d',
  );
  expect(made.code, made.output).toBe(0);
  expect(made.stdout).toMatch(/^mvt_[0-9a-f]{64}\n$/);
  expect(made.stderr).toContain('the token ci-bot · may read, write · in shop · until 2');
  const second = await create('reader', '--scope', 'read', '--format', 'json');
  const { id } = JSON.parse(second.stdout);
  const { output } = await vault.shown(['token', 'list']);
  expect(output).toMatch(/ci-bot +read,write +shop/);
  expect(output).toMatch(new RegExp(`${id.slice(-8)} +reader`));
  expect(output).not.toContain('mvt_');
  for (const given of ['CI-Bot', id.slice(-8)]) {
    const { code, output } = await vault.shown(['token', 'revoke', given]);
    expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('is revoked') });
  }
  const none = await vault.shown(['token', 'list']);
  expect(none).toMatchObject({ code: 3, output: expect.stringContaining('there is no token') });
  expect((await vault.shown(['token', 'revoke', 'ci-bot'])).code).toBe(3);
});

test('an application that was let in is listed as one, and disconnected by its name', async () => {
  const { id, request } = await documentOfClient();
  const body = { query: request(), decision: 'approve' as const };
  const { data } = await vault.client().POST('/oauth/consent', { body });
  expect(data.redirect).toContain('code=');
  const name = `Example (${new URL(id).host})`;
  const { output } = await vault.shown(['token', 'list']);
  expect(output).toMatch(/Example \(127.* read,write .* application /);
  const ended = await vault.shown(['token', 'revoke', name]);
  expect(ended).toMatchObject({ code: 0, output: expect.stringContaining('is revoked') });
  expect((await vault.shown(['token', 'list'])).output).not.toContain('Example');
});

test.each([
  [['x', '--scope', 'read,sudo'], 2, '--scope must be some of read, write, forget'],
  [
    ['x', '--scope', 'read', '--expires', '2020-01-01T00:00:00Z'],
    4,
    '--expires must be in the future',
  ],
  [
    ['x', '--scope', 'read', '--expires', '12h'],
    2,
    '--expires must be days, such as 90d, or a time',
  ],
  [['x'.repeat(81), '--scope', 'read'], 4, 'name'],
])('what is wrong with a token is said by its flag: %j', async (args, code, says) => {
  expect(await create(...args)).toMatchObject({ code, output: expect.stringContaining(says) });
});

test('verbs and hooks show the token of VAULT_BEARER_TOKEN, as far as its scope and projects go', async () => {
  const made = await create('bot', '--scope', 'read,write', '--project', 'shop');
  const { home, run } = await hookMachine();
  const env = {
    HOME: home,
    VAULT_DATA_DIR: temporaryDirectory(),
    VAULT_URL: vault.url(),
    VAULT_BEARER_TOKEN: made.stdout.trim(),
  };
  const type = (...args: readonly string[]) =>
    runCli(args, env.VAULT_DATA_DIR, { ...env, VAULT_ADMIN_KEY: '' });
  const saved = await type('save', 'The till rounds down', '--project', 'shop');
  expect(saved.code, saved.output).toBe(0);
  expect((await type('save', 'The mill turns', '--project', 'mill')).code).not.toBe(0);
  const { context } = await run(
    'claude-code',
    'session-start',
    {},
    { env: { ...env, VAULT_PROJECT: 'shop' } },
  );
  expect(context).toContain('The till rounds down');
  expect((await type('doctor')).output).toContain('agents send a token');
  const forbidden = await type('token', 'create', 'more', '--scope', 'read');
  expect(forbidden).toMatchObject({
    code: 4,
    output: expect.stringContaining('no token may do this'),
  });
  await vault.piped(['token', 'revoke', 'bot']);
  const ended = await type('search', 'till', '--project', 'shop');
  expect(ended).toMatchObject({
    code: 4,
    output: expect.stringMatching(
      /: the token bot was revoked at \d{4}-.*: make one with memory-vault token create, or on the page under Tokens$/m,
    ),
  });
  const said = 'the token bot was revoked at ';
  const without = await run('claude-code', 'session-start', {}, { env });
  expect(without.context).toContain(`the vault at ${vault.url()} says: ${said}`);
  const { output: checks } = await type('doctor', '--format', 'json');
  expect(checks).toContain(`agents send a token that does not work: ${said}`);
});
