import { INSTANCE_HEADER } from '../../connect/serviceFile.js';
import type { Finding } from './findings.js';

/**
 * Whether a vault answers at VAULT_URL. Asks as any client from elsewhere does: with the name in the URL, which a proxy may
 * need, and over TLS. Never rejects.
 */
export async function findingElsewhere(url: string, timeoutMs: number): Promise<Finding> {
  const words = `${url} does not answer as a Memory Vault: look at VAULT_URL`;
  try {
    const response = await fetch(`${url}/healthz`, {
      signal: AbortSignal.timeout(timeoutMs),
      // Neither hooks nor the MCP server follow it.
      redirect: 'manual',
    });
    await response.body?.cancel();
    const location = response.headers.get('location');
    if (response.status >= 300 && response.status < 400 && location !== null) {
      const target = new URL(location, url).href.replace(/\/healthz$/, '');
      return { state: 'bad', words: `${url} leads to ${target}: set VAULT_URL to that` };
    }
    const isVault = response.ok && response.headers.has(INSTANCE_HEADER);
    return isVault ? { state: 'ok', words: `${url} answers` } : { state: 'bad', words };
  } catch {
    return { state: 'bad', words };
  }
}
