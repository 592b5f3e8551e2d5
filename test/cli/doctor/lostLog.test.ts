import { rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filledApp } from '../../support/filledApp.js';
import { runHere } from '../../support/runHere.js';
import { temporaryDirectory } from '../../support/temporaryDirectory.js';

/** What doctor says of a closed vault whose files a test has changed. */
async function diagnosed(change: (dataDir: string) => void) {
  const app = await filledApp(20);
  const { dataDir } = app.config;
  await app.close();
  change(dataDir);
  const env = { VAULT_DATA_DIR: dataDir, HOME: temporaryDirectory(), VAULT_PORT: '1' };
  const { code, stdout } = await runHere(['doctor', '--format', 'json'], { env });
  const { checks } = JSON.parse(stdout) as {
    checks: { name: string; state: string; says: string }[];
  };
  return { code, log: checks.find(({ name }) => name === 'log'), checks };
}

test('a vault whose log is gone has lost events, and is not taken for a new one', async () => {
  const { code, log, checks } = await diagnosed((dataDir) => {
    for (const suffix of ['', '-wal', '-shm'])
      rmSync(join(dataDir, `log.db${suffix}`), { force: true });
  });
  expect(code).toBe(1);
  expect(log?.state).toBe('wrong');
  expect(log?.says).toMatch(
    /log\.db is missing, but views\.db knows event 20\. Next: restore the newest backup/,
  );
  expect(JSON.stringify(checks)).not.toContain('no vault yet');
});

test('damage of the log is found without a service', async () => {
  const { code, log } = await diagnosed((dataDir) => {
    const file = join(dataDir, 'log.db');
    writeFileSync(file, Buffer.alloc(8192, 0xa5), { flag: 'r+' });
    expect(statSync(file).size).toBeGreaterThan(8192);
  });
  expect({ code, state: log?.state }).toEqual({ code: 1, state: 'wrong' });
  expect(log?.says).toContain('log.db');
});
