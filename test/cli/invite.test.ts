import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openApp } from '../../src/app/openApp.js';
import { inviteMessage } from '../../src/domain/inviteMessage.js';
import { runCli } from '../support/service.js';
import { serviceHere } from '../support/serviceHere.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';
import { ADMIN_KEY, testConfig } from '../support/testApp.js';

const TOKEN = /^[0-9a-f]{64}$/m;
const EMAIL = 'ada@example.org';

const redeem = async (url: string, token: string) => {
  const response = await fetch(`${url}/auth/redeem`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  return { status: response.status, body: await response.json() };
};

const tokenIn = (output: string) => TOKEN.exec(output)?.[0] ?? 'none';

test('invite works on a vault without a running service, and the token is valid later', async () => {
  const directory = temporaryDirectory();
  await (await openApp(testConfig({ VAULT_DATA_DIR: directory }))).close();
  const invite = (...rest: string[]) =>
    runCli(['invite', EMAIL, '--team', 'payments', ...rest], directory);

  const early = await invite();
  expect([early.code, early.output]).toEqual([
    3,
    'memory-vault: there is no such team (--create creates what does not exist)\n',
  ]);
  const first = await invite('--create', '--role', 'admin');
  expect([first.code, first.output]).toEqual([0, expect.stringMatching(TOKEN)]);
  const second = await invite();
  expect(second.code).toBe(0);
  expect(tokenIn(second.output)).not.toBe(tokenIn(first.output));
  const VAULT_PUBLIC_URL = 'https://vault.example';
  const named = await runCli(['invite', EMAIL, '--team', 'payments'], directory, {
    VAULT_PUBLIC_URL,
  });
  expect(named.output).toContain('In a terminal: memory-vault login https://vault.example\n');

  const service = await serviceHere(directory);
  const let_in = await redeem(service.url, tokenIn(first.output));
  expect(let_in).toMatchObject({ status: 200, body: { team: 'payments', role: 'admin' } });
  await service.stop();
});

test('invite works next to a running service, and creates team and member only once', async () => {
  const directory = temporaryDirectory();
  // With the key that the service has created.
  const env = { VAULT_ADMIN_KEY: '' };
  const service = await serviceHere(directory, env);
  const VAULT_PORT = new URL(service.url).port;
  const invite = (email: string, ...rest: string[]) =>
    runCli(['invite', email, '--team', 'payments', ...rest], directory, { ...env, VAULT_PORT });
  const made = await invite(EMAIL, '--create');
  expect(made.code).toBe(0);
  expect(await redeem(service.url, tokenIn(made.output))).toMatchObject({ status: 200 });
  expect((await invite(EMAIL, '--create')).code).toBe(0);
  const unknown = await invite('bob@example.org');
  expect([unknown.code, unknown.output]).toEqual([
    3,
    'memory-vault: email: belongs to no member of payments: add the member first (--create creates what does not exist)\n',
  ]);
  const wrong = await invite('bob');
  expect([wrong.code, wrong.output]).toEqual([
    4,
    expect.stringContaining('email: must be an e-mail address'),
  ]);
  await service.stop();
});

test('invite asks nobody but the service that proves to be that of the directory', async () => {
  const directory = temporaryDirectory();
  const service = await serviceHere(directory);
  rmSync(join(directory, 'service.json'));
  const VAULT_PORT = new URL(service.url).port;
  const invite = ['invite', EMAIL, '--team', 't'];
  const { code, output } = await runCli(invite, directory, { VAULT_PORT });
  expect(code).toBe(1);
  expect(output).toContain('no service proves to be that one: wait until it has started');
  await service.stop();
});

test('what invite prints is what the page gives to send, for the vault that VAULT_URL names', async () => {
  const service = await serviceHere(temporaryDirectory(), { VAULT_AUTH: 'session' });
  const env = { VAULT_URL: service.url, VAULT_BEARER_TOKEN: ADMIN_KEY };
  const args = ['invite', EMAIL, '--team', 'payments', '--create'];
  const { code, stdout, stderr } = await runCli(args, temporaryDirectory(), env);
  expect(code, stderr).toBe(0);
  const token = stdout.trim();
  const expires_at = /until (\S+):/.exec(stderr)?.[1] ?? '';
  expect(stderr + stdout).toBe(`${inviteMessage(service.url, { token, expires_at })}\n`);
  expect(stderr).toContain(`In a terminal: memory-vault login ${service.url}`);
  expect(stderr).not.toContain('POST');
  expect(await redeem(service.url, token)).toMatchObject({ status: 200 });
  await service.stop();
});

test('invite says in which other teams the person is a member already', async () => {
  const service = await serviceHere(temporaryDirectory());
  const env = { VAULT_URL: service.url, VAULT_BEARER_TOKEN: ADMIN_KEY };
  const invite = (email: string, team: string) =>
    runCli(['invite', email, '--team', team, '--create'], temporaryDirectory(), env);
  expect((await invite(EMAIL, 'payments')).stderr).not.toContain('also a member');
  expect((await invite('bob@example.org', 'search')).stderr).not.toContain('also a member');
  const { code, stdout, stderr } = await invite('Ada@example.org', 'search');
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^[0-9a-f]{64}\n$/)]);
  expect(stderr).toContain('Ada@example.org is also a member of payments. ');
  expect(stderr).toContain('memory-vault members --remove Ada@example.org');
  expect((await invite(EMAIL, 'PAYMENTS')).stderr).toContain('is also a member of search. ');
  await service.stop();
});

test('a member who is no admin is refused with the exit code of a refusal', async () => {
  const service = await serviceHere(temporaryDirectory(), { VAULT_AUTH: 'session' });
  const invite = (bearer: string) =>
    runCli(['invite', EMAIL, '--team', 'payments', '--create'], temporaryDirectory(), {
      VAULT_URL: service.url,
      VAULT_BEARER_TOKEN: bearer,
    });
  const { stdout } = await invite(ADMIN_KEY);
  const { body } = await redeem(service.url, stdout.trim());
  expect(await invite(body.session_token)).toMatchObject({
    code: 4,
    stderr: 'memory-vault: only an admin may do this\n',
  });
  await service.stop();
});

test('an unknown role is refused before the vault is opened', async () => {
  const directory = join(temporaryDirectory(), 'none');
  const args = ['invite', EMAIL, '--team', 't', '--create', '--role', 'king'];
  const { code, output } = await runCli(args, directory);
  expect([code, output]).toEqual([
    2,
    expect.stringContaining('Allowed choices are member, admin:'),
  ]);
  expect(existsSync(directory)).toBe(false);
});
