import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { verify } from '../../src/maintenance/verify.js';
import { acts } from './model/acts.js';
import { emptyModel } from './model/model.js';
import { openVault } from './model/vault.js';

const RUNS = {
  // A seeded bug is met by chance, and the first failure ends the test.
  numRuns: process.env.SEEDED_BUG === undefined ? 60 : 300,
  interruptAfterTimeLimit: 800_000,
  markInterruptAsFailure: true,
  // With a seeded bug, any failure is enough.
  endOnFailure: process.env.SEEDED_BUG !== undefined,
};

test('after any saves, revisions, forgettings, restarts and rebuilds the vault answers like a plain list', async () => {
  await fc.assert(
    fc.asyncProperty(acts, async (commands) => {
      const directory = mkdtempSync(join(tmpdir(), 'memory-vault-'));
      const vault = await openVault(directory);
      try {
        await fc.asyncModelRun(() => ({ model: emptyModel(), real: vault }), commands);
        const files = {
          logFile: join(directory, 'log.db'),
          viewsFile: join(directory, 'views.db'),
        };
        expect((await verify(files)).problems).toEqual([]);
      } finally {
        await vault.close();
        rmSync(directory, { recursive: true, force: true });
      }
    }),
    RUNS,
  );
});
