import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect } from 'vitest';
import { verify } from '../../../src/maintenance/verify.js';
import { acts } from './acts.js';
import { emptyModel } from './model.js';
import { openVault } from './vault.js';

/** After any saves, revisions, forgettings, restarts and rebuilds the vault answers like a plain list. */
export async function answersLikeAPlainList(
  runs: Pick<fc.Parameters, 'numRuns' | 'seed' | 'endOnFailure'>,
): Promise<void> {
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
    runs,
  );
}
