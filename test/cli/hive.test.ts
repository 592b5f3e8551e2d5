import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { call } from '../support/hivePair.js';
import { HIVE_KEY } from '../support/hub.js';
import { runCli, type Service, startService } from '../support/service.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';

const WATCH = fileURLToPath(new URL('../support/watchNetwork.mjs', import.meta.url));
const NOWHERE = { VAULT_HIVE_URL: 'http://127.0.0.1:7999', VAULT_HIVE_KEY: HIVE_KEY };

const save = (service: Service, about: object) =>
  call(service, 'POST', '/api/v1/observations', {
    title: 'A note',
    content: 'Some content.',
    type: 'decision',
    ...about,
  });

/** An environment that records the connections of a service, and the recorded ones. */
function watched() {
  const file = join(temporaryDirectory(), 'watched');
  writeFileSync(file, '');
  const env = { NODE_OPTIONS: `--import ${WATCH}`, WATCH_FILE: file };
  return { env, reached: () => readFileSync(file, 'utf8').split('\n').filter(Boolean) };
}

/** A file with a pattern of the owner's. */
function patternsOf(pattern: string): string {
  const file = join(temporaryDirectory(), 'patterns');
  writeFileSync(file, `${pattern}\n`);
  return file;
}

async function useEverything(service: Service): Promise<void> {
  await save(service, {});
  await call(service, 'GET', '/api/v1/search?q=note&cloud=1');
  await call(service, 'POST', '/admin/hive/projects/p/pause');
  await call(service, 'GET', '/readyz');
}

test('without a hive no connection is opened, and the state is disabled', async () => {
  const { env, reached } = watched();
  const service = await startService(temporaryDirectory(), env);
  await useEverything(service);
  expect(await call(service, 'GET', '/api/v1/hive/status')).toMatchObject({
    state: 'disabled',
    reason: 'VAULT_HIVE_URL is not set',
    pending: 0,
  });
  expect(await service.stop('SIGTERM')).toBe(0);
  expect(reached()).toEqual([]);
});

test('the network watch detects a connection', async () => {
  const { env, reached } = watched();
  const service = await startService(temporaryDirectory(), { ...env, ...NOWHERE });
  await call(service, 'GET', '/api/v1/search?q=note&cloud=1');
  expect(await service.stop('SIGTERM')).toBe(0);
  expect(reached()).toContain('connect');
});

test('a dry run next to the service reports what would be pushed and why the rest would not, and sends nothing', async () => {
  const dataDir = temporaryDirectory();
  const service = await startService(dataDir);
  await save(service, { title: 'goes', content: 'for ada@example.org' });
  await save(service, { title: 'task', type: 'task' });
  await save(service, { title: 'people', content: 'ada@example.org at 10.1.2.3' });
  await save(service, { title: 'paused', project: 'quiet' });
  const session = await call(service, 'POST', '/api/v1/sessions', { project: 'quiet' });
  await save(service, { title: 'in it', session_id: (session as { id: string }).id });
  await save(service, { title: 'bears acme-1234567' });
  await call(service, 'POST', '/admin/hive/projects/quiet/pause');
  const { env, reached } = watched();
  const settings = { ...env, ...NOWHERE, VAULT_PRIVATE_PATTERNS: patternsOf('acme-[0-9]+') };
  const { code, output } = await runCli(['hive', 'dry-run'], dataDir, settings);
  expect(code).toBe(0);
  const lines = output.trimEnd().split('\n');
  expect(lines[0]).toMatch(/^push {7}[0-9A-Z]{26} {2}decision {2}goes {2}without email$/);
  expect(lines[1]).toMatch(/^stays .* its type is not in VAULT_HIVE_TYPES$/);
  expect(lines[2]).toMatch(/^stays .* it has several kinds of personal data: email, ip$/);
  expect(lines[3]).toMatch(/^stays .* its project is paused$/);
  expect(lines[4]).toMatch(/^stays .* its project is paused$/);
  expect(lines[5]).toMatch(/^stays .* the privacy filter finds a secret .* in it: /);
  expect(lines[6]).toBe('1 to push, 0 to retract, 5 stay here; nothing was sent');
  expect(lines).toHaveLength(7);
  expect(reached()).toEqual([]);

  const json = await runCli(['hive', 'dry-run', '--json'], dataDir, NOWHERE);
  const [first] = json.output.split('\n').map((line) => line && JSON.parse(line));
  expect(first).toMatchObject({
    verdict: 'push',
    item: { note: { title: 'goes', content: 'for [EMAIL]' } },
  });
  await service.stop('SIGTERM');
});

test('a dry run without a hive names the settings to set', async () => {
  const { code, output } = await runCli(['hive', 'dry-run'], temporaryDirectory());
  expect(code).toBe(1);
  expect(output).toContain('there is no hub to push to: set VAULT_HIVE_URL and VAULT_HIVE_KEY');
});

test('no log line of the service contains the hive key', async () => {
  const service = await startService(temporaryDirectory(), {
    ...NOWHERE,
    VAULT_LOG_LEVEL: 'trace',
  });
  await useEverything(service);
  const health = await fetch(`${service.url}/v1/health`, { headers: { 'x-hive-key': HIVE_KEY } });
  expect(health.status).toBe(404);
  expect(await service.stop('SIGTERM')).toBe(0);
  expect(service.output()).not.toContain(HIVE_KEY);
});
