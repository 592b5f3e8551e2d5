import { createClient, VaultError } from 'memory-vault-client';
import { sendTo } from '../../connect/fetchAsLocalhost.js';
import type { FoundService } from '../../connect/findService.js';
import type { Finding } from './findings.js';

/** Who somebody is, and the command that mends what is wrong with it. */
export interface CallerFinding extends Finding {
  readonly type?: string;
}

/**
 * Who the hooks and the MCP server of this user are to a vault, found out by one call as they make it. `token` is what they
 * show. Never rejects.
 */
export async function callerFinding(
  found: FoundService,
  token: string | undefined,
  timeoutMs: number,
): Promise<CallerFinding> {
  const { url } = found;
  const vault = createClient({
    url,
    ...(token !== undefined && { headers: { Authorization: `Bearer ${token}` } }),
    ...{ retry: { attempts: 1 }, signal: AbortSignal.timeout(timeoutMs), fetch: sendTo(found) },
  });
  try {
    if (token === undefined) {
      await vault.GET('/api/v1/status');
      return { state: 'ok', words: 'agents need no login there' };
    }
    const { email, role, team } = (await vault.GET('/auth/me')).data;
    return { state: 'ok', words: `agents are ${email} there (${role} of ${team})` };
  } catch (error) {
    return refused(error, url, token);
  }
}

function refused(error: unknown, url: string, token: string | undefined): CallerFinding {
  if (!(error instanceof VaultError && error.status === 401))
    return { state: 'note', words: 'who agents are there could not be asked' };
  // Only a member has a name; the owner's key is right, too.
  if (token !== undefined && error.code === 'missing_credential')
    return { state: 'ok', words: 'agents are the owner there' };
  const why = token === undefined ? 'have no login there' : 'have a login that has ended';
  return { state: 'bad', words: `agents ${why}`, type: `memory-vault login ${url}` };
}
