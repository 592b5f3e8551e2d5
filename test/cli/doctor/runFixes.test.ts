import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SEND_WAITING, setUpAgain } from '../../../src/cli/doctor/agents.js';
import type { Check, Fix, Fixing } from '../../../src/cli/doctor/check.js';
import { TIGHTEN } from '../../../src/cli/doctor/directory.js';
import { runFixes } from '../../../src/cli/doctor/fixes.js';
import { REBUILD, removeLeftover } from '../../../src/cli/doctor/serviceChecks.js';
import { serviceFacts } from '../../../src/cli/doctor/serviceFacts.js';
import { readClientSettings } from '../../../src/connect/clientSettings.js';
import { writeServiceFile } from '../../../src/connect/serviceFile.js';
import { serviceHere } from '../../support/serviceHere.js';
import { temporaryDirectory } from '../../support/temporaryDirectory.js';
import { ADMIN_KEY } from '../../support/testApp.js';
import { FILE } from './facts.js';

const check = (fix: Fix, name = 'thing'): Check => ({
  group: 'Service',
  name,
  state: 'wrong',
  says: 'so it is',
  fix,
});

function fixingIn(dataDir: string): Fixing {
  const env = { VAULT_DATA_DIR: dataDir, VAULT_ADMIN_KEY: ADMIN_KEY };
  return { env, cli: 'no-program', settings: readClientSettings(env), reached: undefined };
}

const yes = async () => true;

test('a rebuild is asked of the service once, whichever read models need it', async () => {
  const dataDir = join(temporaryDirectory(), 'vault');
  await serviceHere(dataDir);
  const fixing = fixingIn(dataDir);
  const { reached } = await serviceFacts({
    settings: fixing.settings,
    ownersKey: ADMIN_KEY,
    timeoutMs: 60_000,
    tokenAt: () => undefined,
  });
  const rebuild = check(REBUILD);
  const fixed = await runFixes([rebuild, rebuild], { ...fixing, reached }, yes);
  expect(fixed).toEqual([{ name: 'thing', isDone: true, says: expect.stringMatching(/rebuilt/) }]);
});

test.each([
  [REBUILD, 'no service answers: type memory-vault rebuild'],
  [SEND_WAITING, 'no service answers: the next session of an agent sends them'],
  [setUpAgain('codex', { hooks: true, passive: false }), expect.stringContaining('no-program')],
])('what cannot be mended is said: $kind', async (fix, says) => {
  const fixed = await runFixes([check(fix)], fixingIn(temporaryDirectory()), yes);
  expect(fixed).toEqual([{ name: 'thing', isDone: false, says }]);
});

test('without anybody to ask, only what cannot surprise is done', async () => {
  const dataDir = temporaryDirectory();
  const log = join(dataDir, 'log.db');
  writeFileSync(log, '', { mode: 0o644 });
  const fixed = await runFixes(
    [check(REBUILD), check(TIGHTEN, 'permissions')],
    fixingIn(dataDir),
    undefined,
  );
  expect(fixed).toMatchObject([
    { name: 'thing', isDone: false, says: expect.stringContaining('--yes') },
    { name: 'permissions', isDone: true },
  ]);
});

test('an answer of no leaves a thing as it is', async () => {
  const fixing = fixingIn(temporaryDirectory());
  expect(await runFixes([check(REBUILD)], fixing, async () => false)).toEqual([
    { name: 'thing', isDone: false, says: 'not changed' },
  ]);
});

test('the service.json of a process that runs stays, and that of another start, too', async () => {
  const dataDir = temporaryDirectory();
  const file = { ...FILE, pid: process.pid };
  writeServiceFile(dataDir, file);
  const remove = (one: typeof FILE) =>
    runFixes([check(removeLeftover(one))], fixingIn(dataDir), yes);
  expect(await remove(file)).toMatchObject([{ isDone: false }]);
  // Of a process that has ended, in whose place another service has started meanwhile.
  await remove({ ...FILE, pid: 2 ** 30 });
  expect(existsSync(join(dataDir, 'service.json'))).toBe(true);
});

test('a directory that others may write to is not made safe by taking permissions', async () => {
  const dataDir = join(temporaryDirectory(), 'open');
  mkdirSync(dataDir);
  chmodSync(dataDir, 0o777);
  const [fixed] = await runFixes([check(TIGHTEN)], fixingIn(dataDir), yes);
  expect(fixed).toMatchObject({ isDone: false, says: expect.stringContaining('every user') });
});
