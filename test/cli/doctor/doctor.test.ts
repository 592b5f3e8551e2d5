import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import stringWidth from 'string-width';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { Outbox } from '../../../src/hook/outbox.js';
import { runHere } from '../../support/runHere.js';
import { runCli, spawnedCli, startService } from '../../support/service.js';
import { serviceHere } from '../../support/serviceHere.js';
import { temporaryDirectory } from '../../support/temporaryDirectory.js';
import { terminal } from '../../support/terminal.js';
import { ADMIN_KEY } from '../../support/testApp.js';

const Report = z.object({
  sum: z.string(),
  wrong: z.number(),
  checks: z.array(
    z.object({ group: z.string(), name: z.string(), state: z.string(), says: z.string() }),
  ),
  fixed: z.array(z.object({ name: z.string(), done: z.boolean(), says: z.string() })),
});

/** Runs doctor for a data directory, and gives its report by names, such as `Service/reachable`. */
async function doctor(
  dataDir: string,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
  run: typeof runCli | typeof spawnedCli = runCli,
) {
  const { code, stdout } = await run(['doctor', '--format', 'json', ...args], dataDir, env);
  const { checks, ...report } = Report.parse(JSON.parse(stdout));
  const state = (name: string) =>
    checks.find((check) => `${check.group}/${check.name}` === name)?.state;
  return { code, ...report, checks, state };
}

const newVault = () => join(temporaryDirectory(), 'vault');

test('without a service, doctor says so, starts none and makes nothing', async () => {
  const dataDir = newVault();
  const { code, state } = await doctor(dataDir);
  expect(code).toBe(0);
  expect(state('Service/reachable')).toBe('warn');
  expect(state('Data directory/place')).toBe('warn');
  expect(state('Read models/read models')).toBe('unknown');
  expect(existsSync(dataDir)).toBe(false);
});

test('a service that runs is found and is well; when it has ended, the files still tell', async () => {
  const dataDir = newVault();
  const service = await startService(dataDir);
  const running = await doctor(dataDir);
  expect(running).toMatchObject({ code: 0, wrong: 0 });
  for (const name of ['Service/reachable', 'Service/version', 'Service/health', 'Hive/hive'])
    expect(running.state(name)).toBe('ok');
  expect(running.state('Read models/read models')).toBe('ok');
  await service.stop('SIGTERM');
  const ended = await doctor(dataDir);
  expect(ended.code).toBe(0);
  expect(ended.state('Data directory/place')).toBe('ok');
  expect(ended.state('Upkeep/backup')).toBe('warn');
});

test('a service that hangs is wrong, and what it alone could tell is unknown', async () => {
  const dataDir = newVault();
  const service = await startService(dataDir);
  service.process.kill('SIGSTOP');
  const { code, state } = await doctor(dataDir, [], {}, spawnedCli);
  service.process.kill('SIGCONT');
  expect(code).toBe(1);
  expect(state('Service/reachable')).toBe('wrong');
  expect(state('Read models/read models')).toBe('unknown');
  expect(state('Hive/hive')).toBe('unknown');
  expect(state('Data directory/permissions')).toBe('ok');
});

test('--fix takes the permissions of others, and a second run finds nothing', async () => {
  const dataDir = newVault();
  const service = await serviceHere(dataDir);
  await service.stop();
  mkdirSync(join(dataDir, 'spool'));
  const paths = [dataDir, join(dataDir, 'log.db'), join(dataDir, 'spool')];
  for (const path of paths) chmodSync(path, 0o755);
  const before = await doctor(dataDir);
  expect(before.code).toBe(1);
  expect(before.state('Data directory/permissions')).toBe('wrong');
  for (const path of paths) expect(statSync(path).mode & 0o777).toBe(0o755);
  const fixed = await doctor(dataDir, ['--fix']);
  expect(fixed).toMatchObject({ code: 0, fixed: [{ name: 'permissions', done: true }] });
  expect(fixed.fixed[0]?.says).toContain('from 3 paths');
  for (const path of paths) expect(statSync(path).mode & 0o077).toBe(0);
  expect(await doctor(dataDir, ['--fix'])).toMatchObject({ code: 0, fixed: [] });
});

test('the project of a folder is named as the vault names its repository', async () => {
  const dataDir = newVault();
  const folder = temporaryDirectory();
  mkdirSync(join(folder, '.git'));
  const remote = '[remote "origin"]\n\turl = https://github.com/acme/backend.git\n';
  writeFileSync(join(folder, '.git', 'config'), remote);
  writeFileSync(join(folder, '.git', 'HEAD'), 'ref: refs/heads/main\n');
  const env = { ...process.env, VAULT_DATA_DIR: dataDir, VAULT_PORT: '0' };
  const saysOf = async () => {
    const { stdout } = await runHere(['doctor', '--format', 'json'], { env, cwd: folder });
    return Report.parse(JSON.parse(stdout)).checks.find(({ name }) => name === 'project')?.says;
  };
  const service = await startService(dataDir);
  expect(await saysOf()).toBe('an agent in this folder works on backend, named by the Git remote');
  const given = await fetch(`${service.url}/api/v1/repositories`, {
    method: 'PUT',
    headers: {
      'content-type': 'application/json',
      'x-admin-key': ADMIN_KEY,
    },
    body: JSON.stringify({ repository: 'github.com/acme/backend', project: 'api' }),
  });
  expect(given.status).toBe(200);
  expect(await saysOf()).toBe(
    'an agent in this folder works on api, which the vault has set for the repository github.com/acme/backend',
  );
});

test('--fix removes the service.json of a service that was killed', async () => {
  const dataDir = newVault();
  const service = await startService(dataDir);
  await service.stop('SIGKILL');
  expect((await doctor(dataDir)).state('Service/service.json')).toBe('warn');
  expect(existsSync(join(dataDir, 'service.json'))).toBe(true);
  const { fixed, state } = await doctor(dataDir, ['--fix']);
  expect(fixed).toMatchObject([{ name: 'service.json', done: true }]);
  expect(state('Service/service.json')).toBeUndefined();
  expect(existsSync(join(dataDir, 'service.json'))).toBe(false);
});

test('what hooks kept is sent only when somebody agrees, and all of it', async () => {
  const dataDir = newVault();
  const service = await serviceHere(dataDir);
  const outbox = new Outbox(dataDir);
  for (let i = 0; i < 45; i++)
    outbox.add(
      {
        key: `hook-${i}`,
        agent: 'claude-code',
        project: 'checkout',
        act: { kind: 'note', title: `note ${i}`, content: `what was learned of ${i}` },
      },
      Date.now() - 1000 + i,
    );
  // Without VAULT_PORT, as the hooks of an agent that has none.
  const env = { VAULT_PORT: '' };
  const left = await doctor(dataDir, ['--fix'], env);
  expect(left.fixed).toMatchObject([{ name: 'spool', done: false }]);
  expect(outbox.names()).toHaveLength(45);
  const sent = await doctor(dataDir, ['--fix', '--yes'], env);
  expect(sent.fixed).toEqual([{ name: 'spool', done: true, says: 'sent 45 records' }]);
  expect(sent.state('Agents/spool')).toBe('ok');
  const { headers } = await fetch(`${service.url}/api/v1/inbox`);
  expect(headers.get('x-total-count')).toBe('45');
});

test('what was kept for another vault stays, and that is said', async () => {
  const dataDir = newVault();
  await serviceHere(dataDir);
  const note = { kind: 'note', title: 'a', content: 'b' } as const;
  const write = { key: 'hook-1', agent: 'codex', project: 'p', act: note } as const;
  new Outbox(dataDir).add({ ...write, to: 'https://vault.example' }, Date.now());
  const { fixed } = await doctor(dataDir, ['--fix', '--yes'], { VAULT_PORT: '' });
  expect(fixed).toEqual([
    { name: 'spool', done: false, says: 'sent 0 records, 1 still waiting for another vault' },
  ]);
});

test('an agent whose entries were removed is set up again as it was', async () => {
  const home = temporaryDirectory();
  const env = { HOME: home, VAULT_DATA_DIR: join(home, 'vault'), VAULT_PORT: '7499' };
  await runCli(['setup', 'claude-code', '--passive'], home, env);
  const settings = join(home, '.claude', 'settings.json');
  const wanted = readFileSync(settings, 'utf8');
  writeFileSync(settings, '{}\n');
  const before = await doctor(home, [], env);
  expect(before.code).toBe(1);
  expect(before.state('Agents/Claude Code')).toBe('wrong');
  const after = await doctor(home, ['--fix', '--yes'], env);
  expect(after.fixed).toContainEqual({
    name: 'Claude Code',
    done: true,
    says: 'set up claude-code again',
  });
  expect(after.state('Agents/Claude Code')).toBe('ok');
  expect(JSON.parse(readFileSync(settings, 'utf8'))).toEqual(JSON.parse(wanted));
});

test('engram on the port is named', async () => {
  const engram = createServer((_request, response) =>
    response.end(JSON.stringify({ service: 'engram' })),
  );
  await new Promise<void>((resolve) => engram.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void engram.close());
  const { port } = engram.address() as AddressInfo;
  const { code, checks } = await doctor(newVault(), [], { VAULT_PORT: String(port) });
  expect(code).toBe(1);
  expect(checks.find(({ name }) => name === 'port')?.says).toMatch(/^engram, /);
});

test('wrong settings and misspelt ones are told, and the rest is still checked', async () => {
  const dataDir = newVault();
  await serviceHere(dataDir);
  const env = { VAULT_TIER: 'gold', VAULT_LOG_LEVLE: 'info', VAULT_ADMIN_KEY: ADMIN_KEY };
  const { code, state, checks } = await doctor(dataDir, [], env);
  expect(code).toBe(1);
  expect(state('Program/settings')).toBe('wrong');
  expect(checks.find(({ name }) => name === 'VAULT_LOG_LEVLE')?.says).toContain('VAULT_LOG_LEVEL');
  expect(state('Service/reachable')).toBe('ok');
  expect(state('Read models/read models')).toBe('ok');
});

test('the vault of the settings is asked where VAULT_URL names one', async () => {
  const { url } = await serviceHere(newVault());
  const { state } = await doctor(newVault(), [], { VAULT_URL: url });
  expect(state('Service/reachable')).toBe('ok');
  expect(state('Data directory/place')).toBe('ok');
  const gone = await doctor(newVault(), [], { VAULT_URL: 'http://127.0.0.1:9' });
  expect(gone.code).toBe(1);
  expect(gone.state('Service/reachable')).toBe('wrong');
});

test.each(['--format=xml', '--yes', '--wrong'])('%s ends with 2', async (argument) => {
  expect((await runCli(['doctor', argument], temporaryDirectory())).code).toBe(2);
});

test.each([40, 80])('the screen fits a terminal of %d columns, in colours', async (columns) => {
  const home = temporaryDirectory();
  const dataDir = join(home, 'v');
  const service = await serviceHere(dataDir);
  const env = { HOME: home, VAULT_DATA_DIR: dataDir, VAULT_ADMIN_KEY: ADMIN_KEY };
  const coloured = await runHere(['doctor'], { columns, env });
  expect(coloured.code).toBe(0);
  expect(coloured.output).toContain('\u001b[32m');
  const lines = stripVTControlCharacters(coloured.output).split('\n');
  expect(lines).toContain('Service');
  for (const line of lines.filter((one) => !one.includes(dataDir)))
    expect(stringWidth(line)).toBeLessThanOrEqual(columns);
  const plain = await runHere(['doctor'], { columns, env: { ...env, NO_COLOR: '1' } });
  expect(plain.code).toBe(0);
  expect(plain.output).not.toContain('\u001b[3');
  expect(plain.output).toContain('✓ ok');
  await service.stop();
});

test('on a terminal, --fix asks before it sends, and an answer of no leaves all as it is', async () => {
  const home = temporaryDirectory();
  const dataDir = join(home, 'v');
  await serviceHere(dataDir);
  const outbox = new Outbox(dataDir);
  const note = { kind: 'note', title: 'a', content: 'b' } as const;
  outbox.add({ key: 'hook-1', agent: 'codex', project: 'p', act: note }, Date.now());
  const env = { HOME: home, VAULT_DATA_DIR: dataDir, VAULT_ADMIN_KEY: ADMIN_KEY };
  const answer = async (keys: string) => {
    const run = terminal(['doctor', '--fix'], { env });
    await run.shows(/Send the records of the hooks/);
    run.press(keys);
    expect(await run.ended).toBe(0);
    return stripVTControlCharacters(run.output());
  };
  expect(await answer('n')).toContain('not mended spool: not changed');
  expect(outbox.names()).toHaveLength(1);
  expect(await answer('y')).toContain('mended spool: sent 1 record');
  expect(outbox.names()).toHaveLength(0);
});
