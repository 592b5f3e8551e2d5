import { probeElsewhere } from '../../connect/probeElsewhere.js';
import type { Finding } from './findings.js';

/** Whether a vault answers at VAULT_URL. Never rejects. */
export async function findingElsewhere(url: string, timeoutMs: number): Promise<Finding> {
  const seen = await probeElsewhere(url, timeoutMs);
  if (seen.kind === 'vault') return { state: 'ok', words: `${url} answers` };
  if (seen.kind === 'leads')
    return { state: 'bad', words: `${url} leads to ${seen.to}: set VAULT_URL to that` };
  return { state: 'bad', words: `${url} does not answer as a Memory Vault: look at VAULT_URL` };
}
