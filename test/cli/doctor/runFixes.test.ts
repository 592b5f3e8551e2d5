import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Check, Fix } from '../../../src/cli/doctor/check.js';
import { type Fixing, runFixes } from '../../../src/cli/doctor/fixes.js';
import { serviceFacts } from '../../../src/cli/doctor/serviceFacts.js';
import { readClientSettings } from '../../../src/connect/clientSettings.js';
import { writeServiceFile } from '../../../src/connect/serviceFile.js';
import { serviceHere } from '../../support/serviceHere.js';
import { temporaryDirectory } from '../../support/temporaryDirectory.js';
import { ADMIN_KEY } from '../../support/testApp.js';
import { FILE, NOW } from './facts.js';

const check = (fix: Fix, name = 'thing'): Check => ({
  group: 'Service',
  name,
  state: 'wrong',
  says: 'so it is',
  fix,
});

function fixingIn(dataDir: string, other: Partial<Fixing> = {}): Fixing {
  const env = { VAULT_DATA_DIR: dataDir, VAULT_ADMIN_KEY: ADMIN_KEY };
  return { env, cli: 'no-program', now: NOW, reached: undefined, ask: async () => true, ...other };
}

test('a rebuild is asked of the service once, whichever read models need it', async () => {
  const dataDir = join(temporaryDirectory(), 'vault');
  await serviceHere(dataDir);
  const fixing = fixingIn(dataDir);
  const settings = readClientSettings(fixing.env);
  const { reached } = await serviceFacts({
    settings,
    ownersKey: ADMIN_KEY,
    timeoutMs: 60_000,
    tokenAt: () => undefined,
  });
  const rebuild = check({ kind: 'rebuild' });
  const fixed = await runFixes([rebuild, rebuild], { ...fixing, reached });
  expect(fixed).toEqual([{ name: 'thing', isDone: true, says: expect.stringMatching(/rebuilt/) }]);
});

test.each([
  [{ kind: 'rebuild' }, 'no service answers: memory-vault rebuild does it'],
  [{ kind: 'send-waiting' }, 'no service answers: the next session sends it'],
  [
    { kind: 'set-up', agent: 'codex', choice: { hooks: true, passive: false } },
    expect.stringContaining('no-program'),
  ],
] as const)('what cannot be mended is said: %j', async (fix, says) => {
  const fixed = await runFixes([check(fix)], fixingIn(temporaryDirectory()));
  expect(fixed).toEqual([{ name: 'thing', isDone: false, says }]);
});

test('without anybody to ask, only what cannot surprise is done', async () => {
  const dataDir = temporaryDirectory();
  const log = join(dataDir, 'log.db');
  writeFileSync(log, '', { mode: 0o644 });
  const fixed = await runFixes(
    [check({ kind: 'rebuild' }), check({ kind: 'tighten' }, 'permissions')],
    fixingIn(dataDir, { ask: undefined }),
  );
  expect(fixed).toMatchObject([
    { name: 'thing', isDone: false, says: expect.stringContaining('--yes') },
    { name: 'permissions', isDone: true },
  ]);
});

test('an answer of no leaves a thing as it is', async () => {
  const fixing = fixingIn(temporaryDirectory(), { ask: async () => false });
  expect(await runFixes([check({ kind: 'rebuild' })], fixing)).toEqual([
    { name: 'thing', isDone: false, says: 'left as it is' },
  ]);
});

test('the service.json of a process that runs stays, and that of another start, too', async () => {
  const dataDir = temporaryDirectory();
  const file = { ...FILE, pid: process.pid };
  writeServiceFile(dataDir, file);
  const remove = (one: typeof FILE) =>
    runFixes([check({ kind: 'remove-service-file', file: one })], fixingIn(dataDir));
  expect(await remove(file)).toMatchObject([{ isDone: false }]);
  // Of a process that has ended, in whose place another service has started meanwhile.
  await remove({ ...FILE, pid: 2 ** 30 });
  expect(existsSync(join(dataDir, 'service.json'))).toBe(true);
});

test('a directory that others may write to is not made safe by taking permissions', async () => {
  const dataDir = join(temporaryDirectory(), 'open');
  mkdirSync(dataDir);
  chmodSync(dataDir, 0o777);
  const [fixed] = await runFixes([check({ kind: 'tighten' })], fixingIn(dataDir));
  expect(fixed).toMatchObject({ isDone: false, says: expect.stringContaining('every user') });
});
