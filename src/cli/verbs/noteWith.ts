import { type Observation, type VaultClient, VaultError } from 'memory-vault-client';

/** A whole note by its id or the end of one; undefined where there is none. */
export async function noteWith(vault: VaultClient, id: string): Promise<Observation | undefined> {
  try {
    return (await vault.GET('/api/v1/observations/{id}', { params: { path: { id } } })).data;
  } catch (error) {
    if (error instanceof VaultError && error.code === 'not_found') return undefined;
    throw error;
  }
}
