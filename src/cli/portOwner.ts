import { askService, type Place } from './askService.js';

/** What answers on a port, as the end of a sentence. */
export async function describePortOwner(place: Place): Promise<string> {
  try {
    const { status, body } = await askService(place, 'GET', '/api/v1/status', { timeoutMs: 1000 });
    if (typeof body === 'object' && body && 'version' in body && 'tier' in body) {
      return `another Memory Vault, version ${String(body.version)}`;
    }
    // A vault that shows its version to members alone refuses with this code.
    if (status === 401 && JSON.stringify(body).includes('"missing_credential"')) {
      return 'another Memory Vault';
    }
  } catch {
    // It does not answer with JSON: it is something else.
  }
  return 'another program';
}
