import { expect, test } from 'vitest';
import { runCli } from '../../support/service.js';
import { temporaryDirectory } from '../../support/temporaryDirectory.js';
import { verbVault } from '../../support/verbVault.js';

const vault = verbVault({ VAULT_AUTH: 'session' });

const ADA = 'ada@example.org';

/** Adds a member, and gives the invite. */
async function invited(email: string, team: string): Promise<string> {
  const { code, stdout, output } = await vault.piped(['invite', email, '--team', team, '--create']);
  expect(code, output).toBe(0);
  return stdout.trim();
}

const redeem = (token: string) => vault.client().POST('/auth/redeem', { body: { token } });

const rows = (ndjson: string) =>
  ndjson
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

test('members are listed with their open invites, and a person is removed from all teams or one', async () => {
  expect((await vault.piped(['members'])).code).toBe(3);
  const { data } = await redeem(await invited(ADA, 'payments'));
  const open = await invited('ADA@example.org', 'search');
  await invited('bob@example.org', 'search');

  const all = rows((await vault.piped(['members'])).stdout);
  expect(all).toMatchObject([
    { email: ADA, team: 'payments', role: 'member', since: expect.stringMatching(/^20.*Z$/) },
    { email: 'ADA@example.org', team: 'search', open_invites: [{ id: expect.any(String) }] },
    { email: 'bob@example.org', team: 'search' },
  ]);
  expect(all[0]).toMatchObject({ last_login: expect.stringMatching(/^20/), open_invites: [] });
  expect(all[1].last_login).toBeUndefined();
  const { output } = await vault.shown(['members', '--team', 'Search'], { columns: 100 });
  expect(output).toMatch(/bob@example\.org +search +member +20\S+ \S+ +1/);
  expect(output).not.toContain('payments');

  const remove = ['members', '--remove', ADA];
  expect(await vault.piped(remove)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--yes'),
  });
  const one = await vault.piped([...remove, '--team', 'payments', '--yes']);
  expect(one.code, one.output).toBe(0);
  expect(rows(one.stdout)).toMatchObject([
    { id: all[0].id, email: ADA, team: 'payments', status: 'removed' },
  ]);
  expect(one.stderr).toContain('the notes stay');
  expect(one.stderr).toContain('still a member of search');
  const headers = { 'X-Session-Token': data.session_token };
  expect((await fetch(`${vault.url()}/auth/me`, { headers })).status).toBe(401);

  await invited(ADA, 'payments');
  const rest = await vault.piped([...remove, '--yes']);
  expect(rows(rest.stdout).map(({ team }) => team)).toEqual(['payments', 'search']);
  expect(rest.stderr).not.toContain('still');
  await expect(redeem(open)).rejects.toMatchObject({ code: 'invalid_invite' });
  expect(await vault.piped([...remove, '--yes'])).toMatchObject({
    code: 3,
    stderr: `memory-vault: ${ADA} is no member of this vault\n`,
  });
});

test('at a terminal, a person is removed after a question', async () => {
  await invited('eve@example.org', 'mill');
  const args = ['members', '--remove', 'eve@example.org'];
  const no = vault.opened(args);
  await no.shows(/Remove this member/);
  no.press('\r');
  expect(await no.ended).toBe(1);
  expect(no.output()).toContain('nobody was removed');
  const ended = vault.opened(args);
  await ended.shows(/Remove this member/);
  ended.press('\x04');
  expect(await ended.ended).toBe(1);
  const yes = vault.opened(args);
  await yes.shows(/Remove this member/);
  yes.press('y');
  expect(await yes.ended).toBe(0);
  expect(yes.output()).toMatch(/removed: eve@example\.org from mill · id \w{26}/);
});

test('an admin of two teams who removes themself is removed from both', async () => {
  const address = 'kim@example.org';
  const invite = ['invite', address, '--create', '--role', 'admin', '--team'];
  const { stdout } = await vault.piped([...invite, 'core']);
  await vault.piped([...invite, 'edge']);
  const { data } = await redeem(stdout.trim());
  const env = { VAULT_URL: vault.url(), VAULT_BEARER_TOKEN: data.session_token };
  const args = ['members', '--remove', address, '--yes'];
  const removed = await runCli(args, temporaryDirectory(), env);
  expect(removed).toMatchObject({ code: 0 });
  expect(rows(removed.stdout).map(({ team }) => team)).toEqual(['edge', 'core']);
});

test('a member who is no admin neither lists nor removes', async () => {
  const { data } = await redeem(await invited('joan@example.org', 'mill'));
  const env = { VAULT_URL: vault.url(), VAULT_BEARER_TOKEN: data.session_token };
  for (const args of [['members'], ['members', '--remove', 'bob@example.org', '--yes']])
    expect(await runCli(args, temporaryDirectory(), env)).toMatchObject({
      code: 4,
      stderr: 'memory-vault: only an admin may do this: ask an admin of the vault\n',
    });
});
