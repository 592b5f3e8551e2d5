import { VaultError } from 'memory-vault-client';

/** Why the vault refused something, in its words. */
export function whyNot(error: unknown): string {
  if (error instanceof VaultError) return error.detail;
  return error instanceof Error ? error.message : String(error);
}
