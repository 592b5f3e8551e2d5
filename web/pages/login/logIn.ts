import { api } from '../../base/api.js';
import { askWho } from '../../base/caller.js';

/** Logs this browser in with what a person has. Throws `VaultError` for what the vault does not take. */
export async function logIn(shown: string): Promise<void> {
  await api.POST('/auth/browser', { body: { token: shown.trim() } });
  await askWho();
}
