import { createClient, type VaultClient } from 'memory-vault-client';
import { readClientSettings } from '../../connect/clientSettings.js';
import { fetchElsewhere } from '../../connect/fetchAsLocalhost.js';
import { messageOf } from '../../diagnostics/messageOf.js';
import { misused } from './failed.js';
import { reachedService } from './reachVault.js';

/**
 * The URL of the vault that a login is for, as the verbs will look it up: the one that is named, else that of the settings in
 * the environment. Throws `Failed` for what is no URL, and where there is no service.
 */
export async function loginUrl(
  named: string | undefined,
  env: NodeJS.ProcessEnv,
  { start }: { readonly start: boolean },
): Promise<string> {
  if (named !== undefined) return urlOf(named, env);
  return (await reachedService(readClientSettings(env), start)).url;
}

function urlOf(named: string, env: NodeJS.ProcessEnv): string {
  try {
    return readClientSettings({ ...env, VAULT_URL: named }).url ?? named;
  } catch (error) {
    throw misused(messageOf(error).replaceAll('VAULT_URL', 'URL'));
  }
}

/** A client of that vault with a session token, or with no credential. Redirects could lead the token to somebody else. */
export function loginClient(url: string, token?: string): VaultClient {
  return createClient({
    url,
    ...(token !== undefined && { sessionToken: token }),
    retry: { attempts: 2, withinMs: 4000 },
    fetch: fetchElsewhere,
  });
}
