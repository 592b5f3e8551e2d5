import { type ClientOptions, createClient, type VaultClient } from 'memory-vault-client';
import { ADMIN_KEY } from './testApp.js';

/** A client with the owner's key, whose waits take no time. */
export function vaultClient(url: string, options: Partial<ClientOptions> = {}): VaultClient {
  const clock = {
    now: () => 0,
    random: () => 0,
    sleep: async (_ms: number, signal: AbortSignal | undefined) => signal?.throwIfAborted(),
  };
  return createClient({ url, adminKey: ADMIN_KEY, clock, ...options });
}

/** The items of an iterator. */
export async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}
