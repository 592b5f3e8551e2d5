import { createClient, VaultError } from 'memory-vault-client';
import { fetchAsLocalhost } from './fetchAsLocalhost.js';
import { type Place, serviceUrl } from './serviceUrl.js';

/** What answers on a port, as the end of a sentence. */
export async function describePortOwner(place: Place): Promise<string> {
  try {
    const vault = createClient({
      url: serviceUrl(place),
      fetch: fetchAsLocalhost,
      retry: { attempts: 1 },
      signal: AbortSignal.timeout(1000),
    });
    const { data } = await vault.GET('/api/v1/status');
    // Any program could have answered.
    const { version, tier }: Partial<typeof data> = data ?? {};
    return version && tier ? `another Memory Vault, version ${version}` : 'another program';
  } catch (error) {
    // A vault that shows its version to members alone refuses with this code.
    const isVault = error instanceof VaultError && error.code === 'missing_credential';
    return isVault ? 'another Memory Vault' : 'another program';
  }
}
