import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { keptLogin, keptLogins, loginsFile } from '../../../src/connect/keptLogin.js';
import { runProgram } from '../../support/program.js';
import { runCli } from '../../support/service.js';
import { temporaryDirectory } from '../../support/temporaryDirectory.js';
import { CLI } from '../../support/terminal.js';
import { verbVault } from '../../support/verbVault.js';

const vault = verbVault({ VAULT_AUTH: 'session', VAULT_TIER: 'teams' });

/** The address of the vault. */
async function address(): Promise<string> {
  const { stdout } = await vault.piped(['open', '--print']);
  return JSON.parse(stdout).url.replace(/\/$/, '');
}

/** Invites a member of a team of its own. */
async function invited(name: string): Promise<string> {
  const params = { path: { team: `team-${name}` } };
  const client = vault.client();
  await client.POST('/admin/teams', { body: { name: `team-${name}` } });
  const email = `${name}@example.org`;
  await client.POST('/admin/teams/{team}/members', { params, body: { email, role: 'member' } });
  const invite = { params, body: { email } };
  return (await client.POST('/admin/teams/{team}/invites', invite)).data.token;
}

/** Somebody with an own home and without the owner's key. */
function person(home = temporaryDirectory()) {
  const env = { HOME: home, VAULT_ADMIN_KEY: '', VAULT_DATA_DIR: temporaryDirectory() };
  return {
    env,
    run: (args: readonly string[], input = '', more = {}) =>
      runCli(args, env.VAULT_DATA_DIR, { ...env, ...more }, input),
    opened: (args: readonly string[]) => vault.opened(args, { env }),
  };
}

test('login takes an invite from a pipe, keeps the login for its owner alone, and says who is logged in', async () => {
  const url = await address();
  const ada = person();
  const invite = await invited('ada');
  const { code, stdout, stderr } = await ada.run(
    ['login', `${url}/`, '--token', '-'],
    `${invite}\n`,
  );
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    url,
    email: 'ada@example.org',
    team: 'team-ada',
    role: 'member',
  });
  expect(stdout).not.toContain('session_token');
  expect(stderr).toBe(`to use this vault: export VAULT_URL=${url}\n`);
  expect(statSync(loginsFile(ada.env)).mode & 0o777).toBe(0o600);
  const status = await ada.run(['login', '--status', '--format', 'table']);
  expect(status.stdout).toContain('ada@example.org');
  const elsewhere = await ada.run(['search', 'no such word'], '', { VAULT_PORT: '0' });
  expect(elsewhere.stderr).toContain(
    `To use the vault at ${url}, where you are logged in: export VAULT_URL=${url}`,
  );
  const saved = await ada.run(['save', 'as a member'], '', { VAULT_URL: url });
  expect(saved.stderr).not.toContain('this makes a new vault');
  expect(saved.code, saved.output).toBe(0);
});

test('login says that an address is not encrypted, also one that only begins like that of this machine', async () => {
  const url = 'http://127.0.0.1.invalid';
  const { code, stderr } = await person().run(['login', url, '--token', '-'], 'a'.repeat(64));
  expect(code).toBe(5);
  expect(stderr).toContain(
    `${url} is not encrypted: anybody on the network between can read your login`,
  );
});

test('at a terminal, login asks for the invite and does not show it', async () => {
  const url = await address();
  const grace = person();
  const invite = await invited('grace');
  const login = grace.opened(['login', url]);
  await login.shows(/Your invite for/);
  login.press(`${invite}\r`);
  expect(await login.ended).toBe(0);
  expect(login.output()).toContain('as grace@example.org (member of team-grace) until 20');
  expect(login.output()).not.toContain(invite);
});

test('Ctrl-D at the question of login stores nothing, and says so', async () => {
  const adele = person();
  const login = adele.opened(['login', await address()]);
  await login.shows(/Your invite for/);
  login.press('\x04');
  expect(await login.ended).toBe(1);
  expect(login.output()).toContain('the input ended; nothing was done or stored');
  expect(keptLogins(adele.env)).toEqual([]);
});

test('a session token is taken instead of an invite, and other logins stay', async () => {
  const url = await address();
  const joan = person();
  const other = { url: 'https://vault.example', token: 'kept' };
  mkdirSync(dirname(loginsFile(joan.env)), { recursive: true });
  writeFileSync(loginsFile(joan.env), JSON.stringify([other]));
  const { data } = await vault.client().POST('/auth/redeem', {
    body: { token: await invited('joan') },
  });
  const token = data.session_token;
  expect((await joan.run(['login', url, '--token', '-'], token)).code).toBe(0);
  expect(JSON.parse(readFileSync(loginsFile(joan.env), 'utf8'))).toEqual([other, { url, token }]);
});

test('logout ends the login on the service, and forgets it here', async () => {
  const url = await address();
  const mary = person();
  await mary.run(['login', url, '--token', '-'], await invited('mary'));
  const token = keptLogin(url, mary.env)?.token ?? expect.fail('no login was kept');
  expect((await mary.run(['logout'])).code).toBe(0);
  expect(keptLogin(url, mary.env)).toBeUndefined();
  const headers = { 'X-Session-Token': token };
  expect((await fetch(`${url}/auth/me`, { headers })).status).toBe(401);
  expect((await mary.run(['logout', url])).code).toBe(3);
});

test('what is neither an invite nor a token is refused and not kept', async () => {
  const url = await address();
  const eve = person();
  const { code, stderr } = await eve.run(['login', url, '--token', '-'], 'f'.repeat(64));
  expect(code).toBe(4);
  expect(stderr).toContain('unknown or was revoked');
  expect((await eve.run(['login', url, '--token', '-'], '')).code).toBe(2);
  expect((await eve.run(['login', '--status'])).code).toBe(3);
});

test('a token as an argument is refused: every user of the machine could read it', async () => {
  const { code, stderr } = await person().run(['login', 'http://localhost', '--token', 'secret']);
  expect(code).toBe(2);
  expect(stderr).toContain('standard input');
  expect(stderr).not.toContain('secret');
});

test('without a terminal and without --token, login says what to type', async () => {
  const { code, stderr } = await person().run(['login', 'http://127.0.0.1:9']);
  expect(code).toBe(2);
  expect(stderr).toContain('--token -');
});

test('a vault that does not answer is not reached, and its login can be forgotten here', async () => {
  const home = person();
  const url = 'http://127.0.0.1:9';
  expect((await home.run(['login', url, '--token', '-'], 'x'.repeat(64))).code).toBe(5);
  mkdirSync(dirname(loginsFile(home.env)), { recursive: true });
  writeFileSync(loginsFile(home.env), JSON.stringify([{ url, token: 'kept' }]));
  expect((await home.run(['login', '--status'])).stdout).toContain('not reached');
  expect((await home.run(['logout'])).code).toBe(5);
  expect((await home.run(['logout', '--local'])).code).toBe(0);
  expect(keptLogin(url, home.env)).toBeUndefined();
});

test('a member may neither edit nor forget what others saved, with code 4, but follows what it may see', async () => {
  const url = await address();
  const body = { type: 'task', title: 'Of the owner', content: 'x' } as const;
  const { data } = await vault.client().POST('/api/v1/observations', { body });
  const id = 'id' in data ? data.id : expect.fail('it was not stored');
  const rosa = person();
  await rosa.run(['login', url, '--token', '-'], await invited('rosa'));
  const at = { VAULT_URL: url };
  for (const args of [
    ['edit', id, '--title', 'Mine'],
    ['forget', id, '--yes'],
  ]) {
    const { code, stderr } = await rosa.run(args, '', at);
    expect(code, stderr).toBe(4);
  }
  // The log, which knows the rest, is not for members.
  const history = await rosa.run(['history', id, '--format', 'table'], '', at);
  expect(history).toMatchObject({ code: 0, stdout: expect.stringMatching(/^1 .* saved /m) });
  const env = { ...rosa.env, ...at };
  const tail = runProgram(process.execPath, [CLI, 'tail', '-f', '-n', '1'], { env });
  await tail.line(/"title"/);
  const later = { ...body, title: 'Followed by a member', content: 'later' };
  await vault.client().POST('/api/v1/observations', { body: later });
  await tail.line(/Followed by a member/);
  const params = { path: { id } };
  await vault.client().PATCH('/api/v1/observations/{id}', { params, body: { title: 'Revised' } });
  await tail.line(/"title":"Revised"/);
  tail.process.kill('SIGINT');
  expect((await tail.ended).code).toBe(130);
});
