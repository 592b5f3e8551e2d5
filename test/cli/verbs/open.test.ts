import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openerOf } from '../../../src/cli/verbs/openVerb.js';
import { eventually } from '../../support/eventually.js';
import { recordingPrograms } from '../../support/recordingPrograms.js';
import { runCli, startService } from '../../support/service.js';
import { temporaryDirectory } from '../../support/temporaryDirectory.js';
import { verbVault } from '../../support/verbVault.js';

const vault = verbVault();

/** Logs a browser in with a code. */
async function callerWith(code: string): Promise<string | undefined> {
  const answer = await fetch(`${vault.url()}/auth/browser`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ token: code }),
  });
  const { caller } = (await answer.json()) as { caller?: string };
  return caller;
}

test('--print prints the address and a code as JSON for a pipe, and opens nothing', async () => {
  const programs = recordingPrograms({ 'xdg-open': '' });
  const { code, stdout } = await runCli(['open', '--print'], vault.dataDir, {
    ...vault.env,
    PATH: programs.bin,
  });
  expect(code).toBe(0);
  const printed = JSON.parse(stdout);
  expect(printed).toEqual({
    url: `${vault.url()}/`,
    code: expect.stringMatching(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/),
    expires_at: expect.any(String),
  });
  expect(programs.calls()).toEqual([]);
  expect(await callerWith(printed.code)).toBe('owner');
  expect(await callerWith(printed.code)).toBeUndefined();
});

test('for people it says what the code is for, and how long it is good', async () => {
  const { stdout } = await vault.piped(['open', '--print', '--format', 'table']);
  const [address, login] = stdout.split('\n');
  expect(address).toBe(`${vault.url()}/`);
  expect(login).toMatch(/^To log in there: \S{9} \(good for 2 minutes, works once\)$/);
});

test.runIf(process.platform === 'linux')(
  'the opener of the system gets the address, and no secret in it',
  async () => {
    const programs = recordingPrograms({ 'xdg-open': '' });
    const path = `${programs.bin}:/usr/bin:/bin`;
    const { code } = await runCli(['open'], vault.dataDir, { ...vault.env, PATH: path });
    expect(code).toBe(0);
    // It goes on by itself.
    await eventually('it is called', () =>
      expect(programs.calls()).toEqual([`xdg-open ${vault.url()}/`]),
    );
  },
);

test('a system without an opener still shows the address, and ends with 1', async () => {
  const env = { ...vault.env, PATH: '/nowhere' };
  const { code, stdout, stderr } = await runCli(['open'], vault.dataDir, env);
  expect(code).toBe(1);
  expect(JSON.parse(stdout).url).toBe(`${vault.url()}/`);
  expect(stderr).toContain('open the address in a browser yourself');
});

test('where there is no login, the address is shown, and how to get one', async () => {
  const home = temporaryDirectory();
  const elsewhere = { HOME: home, VAULT_DATA_DIR: home, VAULT_ADMIN_KEY: '' };
  for (const [VAULT_BEARER_TOKEN, said] of [
    ['', 'you have no login'],
    ['f'.repeat(64), 'has ended'],
  ] as const) {
    const env = { ...elsewhere, VAULT_URL: vault.url(), VAULT_BEARER_TOKEN };
    const { code, stdout, stderr } = await runCli(['open', '--print'], home, env);
    expect({ code, stdout }).toEqual({ code: 0, stdout: `{"url":"${vault.url()}/"}\n` });
    expect(stderr).toContain(said);
    expect(stderr).toContain(`memory-vault login ${vault.url()}`);
  }
});

test('a service that was started on demand gives a code, too', async () => {
  const dataDir = join(temporaryDirectory(), 'vault');
  const { url } = await startService(dataDir);
  const { stdout } = await runCli(['open', '--print'], dataDir);
  expect(JSON.parse(stdout)).toMatchObject({ url: `${url}/`, code: expect.any(String) });
});

test('without a service, --no-start ends with 5', async () => {
  const dataDir = join(temporaryDirectory(), 'vault');
  expect((await runCli(['open', '--no-start'], dataDir)).code).toBe(5);
});

test.each([
  ['linux', ['xdg-open', ['http://a/']]],
  ['darwin', ['open', ['http://a/']]],
  ['win32', ['cmd', ['/c', 'start', '""', 'http://a/']]],
] as const)('on %s', (platform, opener) => {
  expect(openerOf(platform, 'http://a/')).toEqual(opener);
});

test('an address cannot end the command of the shell on Windows', () => {
  expect(openerOf('win32', 'http://a/?b&calc')[1].at(-1)).toBe('http://a/?b^&calc');
});
