import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ArchiveLine } from '../../../src/domain/archive/archiveLine.js';
import { demoLines } from '../../../src/import/demo.js';
import { PATIENT } from '../../support/otherWaits.js';
import { spawnedCli } from '../../support/service.js';
import { temporaryDirectory } from '../../support/temporaryDirectory.js';

/** A user with a vault of its own, of which the demo must know nothing. */
function demoUser() {
  const home = temporaryDirectory();
  const env = {
    ...PATIENT,
    HOME: home,
    VAULT_DATA_DIR: join(home, 'vault'),
    VAULT_AUTH: 'session',
  };
  const run = (...args: string[]) => spawnedCli(args, join(home, 'vault'), env);
  const demo = join(home, 'vault-demo');
  onTestFinished(async () => {
    if (existsSync(demo)) await run('demo', '--remove');
  });
  return { run, demo, env };
}

test('the demo is a vault of its own, is filled once, and is gone with --remove', async () => {
  const { run, demo, env } = demoUser();
  const first = await run('demo', '--print', '--format', 'json');
  expect(first.code, first.stderr).toBe(0);
  const { url, data_dir } = JSON.parse(first.stdout);
  expect(data_dir).toBe(demo);
  const inDemo = async (path: string) => (await fetch(new URL(path, url))).json();
  const notes = async () => (await inDemo('/api/v1/status')).observations_total;
  const count = await notes();
  expect(count).toBeGreaterThan(20);
  expect(await inDemo('/api/v1/inbox')).toHaveLength(4);
  expect((await inDemo('/api/v1/review')).length).toBeGreaterThan(1);
  const second = await run('demo', '--print', '--format', 'json');
  expect(JSON.parse(second.stdout)).toEqual({ url, data_dir });
  expect(await notes()).toBe(count);
  expect(existsSync(env.VAULT_DATA_DIR)).toBe(false);
  const removed = await run('demo', '--remove');
  expect(removed.code, removed.stderr).toBe(0);
  expect(existsSync(demo)).toBe(false);
  await expect(fetch(url)).rejects.toThrow();
  expect((await run('demo', '--remove')).code).toBe(3);
});

test.each<[string, (demo: string) => void]>([
  ['a directory of somebody', (demo) => mkdirSync(demo)],
  ['one with a file of the same name', (demo) => writeFile(demo, 'demo', 'mine')],
  [
    'one with a folder of the same name',
    (demo) => mkdirSync(join(demo, 'demo'), { recursive: true }),
  ],
  ['a vault', (demo) => writeFile(demo, 'log.db', 'mine')],
  [
    'a link to a demo',
    (demo) => {
      writeFile(`${demo}-elsewhere`, 'demo', 'memory-vault demo --remove removes this directory\n');
      symlinkSync(`${demo}-elsewhere`, demo);
    },
  ],
])('%s is neither filled nor removed', async (_, lay) => {
  const { run, demo } = demoUser();
  lay(demo);
  const before = readdirSync(demo);
  for (const args of [
    ['demo', '--print'],
    ['demo', '--remove'],
  ]) {
    const { code, stderr } = await run(...args);
    expect(code).not.toBe(0);
    expect(stderr).toContain('is not a demo. Move it away');
  }
  expect(readdirSync(demo)).toEqual(before);
});

test('a demo that was interrupted before it was filled is filled the next time', async () => {
  const { run, demo } = demoUser();
  writeFile(demo, 'demo', 'memory-vault demo --remove removes this directory\n');
  expect((await run('demo', '--print')).code).toBe(0);
  expect((await run('demo', '--remove')).code).toBe(0);
});

function writeFile(folder: string, name: string, text: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(join(folder, name), text);
}

test.each(['2026-03-01T00:00:00Z', '2028-02-29T23:59:59Z'])(
  'at %s its lines are those of an archive, and nothing in it is yet to come',
  (time) => {
    const now = Date.parse(time);
    const lines = demoLines(now).map((line) => ArchiveLine.parse(line));
    const times = JSON.stringify(lines).matchAll(
      /"(?:created_at|at|started_at|ended_at)":"([^"]+)"/g,
    );
    for (const [, at = ''] of times) expect(Date.parse(at)).toBeLessThanOrEqual(now);
  },
);
