import { basename, dirname } from 'node:path';
import type { VaultClient } from 'memory-vault-client';
import { seededRandom } from '../../test/crash/seededRandom.js';
import { client } from '../../tools/client.js';
import { inTemporaryVault } from '../../tools/server/inTemporaryVault.js';
import { inAllBorrowed } from './borrowed.js';
import { type FixNote, saveFixNotes } from './fixNotes.js';
import { Lineage } from './lineage.js';

/** A history of which a vault knows what the fixes of its past tell. */
export interface Repository {
  readonly lineage: Lineage;
  readonly project: string;
  readonly notes: readonly FixNote[];
}

/** Does `work` with a vault that has learned from the past of some histories, which it borrows. */
export async function learnedAll(
  folders: readonly string[],
  seed: number,
  work: (repositories: readonly Repository[], vault: VaultClient) => Promise<void>,
): Promise<void> {
  await inTemporaryVault(async ({ start, options: { adminKey } }) => {
    const { vault } = client({ url: (await start()).url, adminKey });
    await inAllBorrowed(folders, async (roots) => {
      const repositories: Repository[] = [];
      for (const [i, root] of roots.entries()) {
        const lineage = new Lineage(root);
        const project = projectOf(folders[i] ?? '');
        const notes = await saveFixNotes(lineage, root, project, vault, seededRandom(seed));
        repositories.push({ lineage, project, notes });
      }
      await work(repositories, vault);
    });
  });
}

/** The folder of a clone, or the one above it for a `repo` in `owner+name`. */
function projectOf(folder: string): string {
  const own = basename(folder);
  return own === 'repo' ? basename(dirname(folder)).replace(/.*\+/, '') : own;
}
