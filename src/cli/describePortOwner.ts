import { askService, type Place } from './askService.js';

/** Says what answers on a port, in words that end a sentence. */
export async function describePortOwner(place: Place): Promise<string> {
  try {
    const { status, body } = await askService(place, 'GET', '/api/v1/status', { timeoutMs: 1000 });
    if (typeof body === 'object' && body && 'version' in body && 'tier' in body) {
      return `another Memory Vault, version ${String(body.version)}`;
    }
    // One that tells its version to members only refuses in words of our own.
    if (status === 401 && JSON.stringify(body).includes('"missing_credential"')) {
      return 'another Memory Vault';
    }
  } catch {
    // It does not speak our language: it is something else.
  }
  return 'another program';
}
