import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { COMMAND_NAMES } from '../../../src/cli/allCommands.js';
import { keptLogin, loginsFile } from '../../../src/connect/keptLogin.js';
import { INSTANCE_HEADER, writeServiceFile } from '../../../src/connect/serviceFile.js';
import { runCli } from '../../support/service.js';
import { temporaryDirectory } from '../../support/temporaryDirectory.js';
import { verbVault } from '../../support/verbVault.js';

const CLI = fileURLToPath(new URL('../../../dist/cli.js', import.meta.url));
const vault = verbVault();
const members = verbVault({ VAULT_AUTH: 'session' });

/** A list of settings; and commands that have commands of their own, with examples of these. */
const NO_EXAMPLE = ['settings', 'hive', 'admin', 'service', 'token', 'webhook'];

test('--help lists every command under a heading, and fits 80 columns', async () => {
  const { code, lines, output } = await vault.shown(['--help']);
  expect(code).toBe(0);
  for (const name of COMMAND_NAMES) expect(output).toMatch(new RegExp(`^ {2}${name}\\b`, 'm'));
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(80);
  expect(output).toContain('Exit codes: 0 done, 1 failed, 2 wrong usage');
});

test('a command or a flag that is misspelt is named with the nearest one, with code 2', async () => {
  expect(await vault.piped(['serch', 'x'])).toMatchObject({
    code: 2,
    output: "memory-vault: unknown command 'serch': did you mean search?\n",
  });
  expect(await vault.piped(['search', 'x', '--projct', 'y'])).toMatchObject({
    code: 2,
    output: "memory-vault: unknown option '--projct': did you mean --project?\n",
  });
});

test('help of what is no command says so, and a wrong argument names the help of its command', async () => {
  expect(await vault.piped(['help', 'serch'])).toMatchObject({
    code: 2,
    output: "memory-vault: unknown command 'serch': did you mean search?\n",
  });
  expect(await vault.piped(['show'])).toMatchObject({
    code: 2,
    output:
      "memory-vault: missing required argument 'id': memory-vault help show shows how it is used\n",
  });
});

test('help shows a command of a group with its options', async () => {
  for (const [words, flag] of [
    ['service install', '--dry-run'],
    ['webhook add', '--types'],
  ] as const) {
    const { code, output } = await vault.piped(['help', ...words.split(' ')]);
    expect(code).toBe(0);
    expect(output).toContain(`Usage: memory-vault ${words} [options]`);
    expect(output).toContain(flag);
  }
  expect((await vault.piped(['help'])).output).toContain('Exit codes: 0 done');
});

test('the help of every command has an example', async () => {
  const helps = await Promise.all(
    COMMAND_NAMES.filter((name) => !NO_EXAMPLE.includes(name)).map((name) =>
      vault.piped(['help', name]),
    ),
  );
  for (const { output } of helps) expect(output).toMatch(/\nExamples:\n {2}memory-vault /);
});

test('no example of a help is a command line that nobody can type', async () => {
  const { output } = await vault.piped(['help', 'save']);
  const examples = output.split('Examples:\n')[1]?.trimEnd().split('\n') ?? [];
  expect(examples.length).toBeGreaterThan(2);
  for (const line of examples) expect(line).toMatch(/^ {2}memory-vault save /);
});

test('a reader that has seen enough ends --help quietly', async () => {
  const child = spawn(process.execPath, [CLI, '--help'], { env: { PATH: process.env.PATH } });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    said += text;
  });
  // Before anything is written.
  child.stdout.destroy();
  const code = await new Promise((resolve) => child.once('close', resolve));
  expect({ code, said }).toEqual({ code: 0, said: '' });
});

test('without a service, --no-start ends with code 5 and says what to do', async () => {
  const { code, stdout, stderr } = await runCli(
    ['search', 'x', '--no-start'],
    temporaryDirectory(),
  );
  expect({ code, stdout }).toEqual({ code: 5, stdout: '' });
  expect(stderr).toMatch(/^memory-vault: no service runs for .*memory-vault serve/);
});

test('a service elsewhere that does not answer ends with code 5', async () => {
  const url = { VAULT_URL: 'http://127.0.0.1:9' };
  expect((await runCli(['show', 'X', '--no-start'], temporaryDirectory(), url)).code).toBe(5);
});

test('a reader that has seen enough ends a verb quietly with code 0', async () => {
  const content = 'ferret '.repeat(20_000);
  for (const title of ['A ferret', 'Another ferret', 'A third ferret'])
    await vault.client().POST('/api/v1/observations', { body: { type: 'task', title, content } });
  const child = spawn(process.execPath, [CLI, 'search', 'ferret'], {
    env: { PATH: process.env.PATH, ...vault.env },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    said += text;
  });
  child.stdout.once('data', () => child.stdout.destroy());
  const code = await new Promise((resolve) => child.once('close', resolve));
  expect({ code, said }).toEqual({ code: 0, said: '' });
});

test('Ctrl-C ends a verb at once with code 130', async () => {
  const url = await silentService();
  const search = vault.opened(['search', 'x'], { env: { VAULT_URL: url.address } });
  await url.asked;
  search.press('\x03');
  expect(await search.ended).toBe(130);
});

test('only the service of its own data directory gets the owner’s key', async () => {
  const other = await silentService({ answers: true });
  const { port } = new URL(other.address);
  const dataDir = temporaryDirectory();
  // Of a service that was killed: another one has its address now.
  const stale = {
    url: other.address,
    pid: 1,
    version: '1.0.0',
    started_at: '2026-11-20T09:30:00Z',
    secret: 'ab'.repeat(32),
  };
  writeServiceFile(dataDir, stale);
  const search = ['search', 'x', '--no-start'];
  const codeWith = async (env: Record<string, string>) => (await runCli(search, dataDir, env)).code;
  expect(await codeWith({ VAULT_PORT: port })).toBe(5);
  // Nobody named it, so it was asked for its proof alone.
  expect(other.headers.some((headers) => 'content-type' in headers)).toBe(false);
  expect(await codeWith({ VAULT_URL: other.address })).toBe(3);
  expect(JSON.stringify(other.headers)).not.toContain(vault.env.VAULT_ADMIN_KEY);
});

test('the service of its own data directory does get it, also where others need a login', async () => {
  const { code } = await members.piped(['search', 'xyzzy']);
  expect(code).toBe(3);
  const key = { VAULT_ADMIN_KEY: '' };
  expect((await members.shown(['search', 'xyzzy'], { env: key })).code).toBe(4);
});

test('a kept login is sent to the vault that it is of, and to no other', async () => {
  const home = temporaryDirectory();
  const env = { HOME: home };
  const [mine, other] = [
    await silentService({ answers: true }),
    await silentService({ answers: true }),
  ];
  mkdirSync(dirname(loginsFile(env)), { recursive: true });
  writeFileSync(loginsFile(env), JSON.stringify([{ url: mine.address, token: 'kept-token' }]));
  expect(loginsFile(env)).toBe(join(home, '.config/memory-vault/logins.json'));
  expect(keptLogin(mine.address, env)).toMatchObject({ token: 'kept-token' });
  for (const { address } of [mine, other])
    await runCli(['search', 'x'], home, { VAULT_URL: address });
  expect(mine.headers.at(-1)).toMatchObject({ authorization: 'Bearer kept-token' });
  expect(JSON.stringify(other.headers)).not.toContain('kept-token');
});

test('what answers at VAULT_URL and is no vault gets no note, and its answer is none', async () => {
  const asked: string[] = [];
  const url = await listening((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.setHeader('content-type', 'application/json');
    response.end('{"status":"ok"}');
  });
  for (const args of [['save', 'a text'], ['search', 'x'], ['export'], ['open', '--print']]) {
    const { code, stdout, stderr } = await runCli(args, vault.dataDir, { VAULT_URL: url });
    expect({ code, stdout }).toEqual({ code: 5, stdout: '' });
    expect(stderr).toBe(`memory-vault: ${url} is not a Memory Vault: check VAULT_URL\n`);
  }
  expect(new Set(asked)).toEqual(new Set(['GET /healthz']));
});

test('a redirect at VAULT_URL is told, and not followed', async () => {
  const url = await listening((_, response) => {
    response.writeHead(302, { location: 'https://vault.example/healthz' }).end();
  });
  const { code, stderr } = await runCli(['search', 'x'], vault.dataDir, { VAULT_URL: url });
  expect(code).toBe(5);
  expect(stderr).toContain('redirects to https://vault.example: set VAULT_URL to that');
});

/** A program that takes requests, and by default never answers. With `answers`, it looks like an empty vault. */
async function silentService({ answers = false } = {}) {
  const headers: IncomingHttpHeaders[] = [];
  let tell = () => {};
  const asked = new Promise<void>((resolve) => {
    tell = resolve;
  });
  const address = await listening((request, response) => {
    headers.push(request.headers);
    tell();
    if (!answers) return;
    const isHealth = request.url === '/healthz';
    response.setHeader(INSTANCE_HEADER, 'of another one');
    response.setHeader('content-type', 'application/json');
    response.end(isHealth ? '{"status":"ok"}' : '[]');
  });
  return { address, headers, asked };
}

/** The URL of a server that lives as long as the test. */
async function listening(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (typeof address !== 'object' || address === null) return expect.fail('it does not listen');
  return `http://127.0.0.1:${address.port}`;
}
