import { type VaultClient, VaultError } from 'memory-vault-client';
import type { ChosenProject } from '../connect/chosenProject.js';

/**
 * A project as a vault calls it, which may have given its name to another repository before. `binds` where something is written of it
 * next: then nobody else is given that name. Asks nothing of what no repository names. Rejects where the vault does not say it: the short
 * name may be that of another repository.
 */
export async function boundProject<C extends Pick<ChosenProject, 'project' | 'repository'>>(
  vault: VaultClient,
  chosen: C,
  { binds = false }: { readonly binds?: boolean } = {},
): Promise<C> {
  const { repository } = chosen;
  if (repository === undefined) return chosen;
  try {
    const body = { repository, dry_run: !binds };
    const { data } = await vault.POST('/api/v1/repositories', { body });
    return { ...chosen, project: data.project };
  } catch (error) {
    // An older vault knows no repositories.
    if (error instanceof VaultError && error.status === 404) return chosen;
    throw error;
  }
}
