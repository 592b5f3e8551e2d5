import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { openApp } from '../../src/app/openApp.js';
import { builtCheckout } from '../support/checkout.js';
import { sampled } from '../support/depth.js';
import { asFirstProcess, firstProcess, noNamespace } from '../support/pidNamespace.js';
import { runProgram } from '../support/program.js';
import { saveNote } from '../support/saveNote.js';
import { runCli, startService } from '../support/service.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';
import { testConfig } from '../support/testApp.js';

// The kernel ignores a signal to process 1 that has no listener, so a container would not stop.
const reason = noNamespace();
const skipped = reason === undefined ? '' : ` (skipped: ${reason})`;

const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const ENDLESS = fileURLToPath(new URL('../support/endlessBuild.mjs', import.meta.url));

function start(command: readonly string[], dataDir: string, cwd = dataDir) {
  const env = { VAULT_DATA_DIR: dataDir, VAULT_PORT: '0' };
  return runProgram('unshare', asFirstProcess(...command), { cwd, env });
}

const COMMANDS: readonly [string, readonly string[]][] = [
  ['node dist/cli.js', [process.execPath, CLI]],
  ['node scripts/start.mjs', [process.execPath, 'scripts/start.mjs']],
  ['npm start', ['npm', 'start']],
];

test.skipIf(reason).each(sampled(COMMANDS, 3))(
  `SIGTERM ends %s as the first process of a container${skipped}`,
  async (_name, command) => {
    const dataDir = temporaryDirectory();
    const service = start(command, dataDir, builtCheckout());
    await service.line(/listens on http/);
    expect(existsSync(join(dataDir, 'log.db-wal'))).toBe(true);
    process.kill(firstProcess(service.process), 'SIGTERM');
    expect(await service.ended).toEqual({ code: 0, signal: null });
    expect(existsSync(join(dataDir, 'log.db-wal'))).toBe(false);
  },
);

test.skipIf(reason)(`SIGTERM ends it while the read models are built, too${skipped}`, async () => {
  const dataDir = temporaryDirectory();
  const before = await openApp(testConfig({ VAULT_DATA_DIR: dataDir }));
  // A build gives way after a page of the log.
  await Promise.all(Array.from({ length: 1001 }, (_, i) => saveNote(before, { title: `${i}` })));
  await before.close();
  const { output: digest } = await runCli(['digest'], dataDir);
  rmSync(join(dataDir, 'views.db'));

  const service = start([process.execPath, '--import', ENDLESS, CLI], dataDir);
  await service.line(/a build gave way/);
  process.kill(firstProcess(service.process), 'SIGTERM');
  expect(await service.ended).toEqual({ code: 0, signal: null });
  expect(service.output()).not.toContain('listens on');
  const after = await startService(dataDir);
  await after.stop('SIGTERM');
  expect((await runCli(['digest'], dataDir)).output).toBe(digest);
});
