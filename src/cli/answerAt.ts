import { createClient, VaultError } from 'memory-vault-client';
import { fetchAsLocalhost } from '../connect/fetchService.js';
import { type Place, serviceUrl } from '../connect/serviceUrl.js';

/** What answers at an address. */
interface AnswerAt {
  readonly isVault: boolean;
  /** The version of the vault, if it shows it to everybody. */
  readonly version?: string;
}

/** Asks what listens at an address. Gives undefined when nothing answers within a second. */
export async function answerAt(place: Place): Promise<AnswerAt | undefined> {
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
    return version && tier ? { isVault: true, version } : { isVault: false };
  } catch (error) {
    if (!(error instanceof VaultError) || error.status === undefined) return undefined;
    // A vault that shows its version to members alone refuses with this code.
    return { isVault: error.code === 'missing_credential' };
  }
}
