import { askService, type Place } from './askService.js';

/** Describes the program that listens on a port, to end a sentence with. */
export async function describePortOwner(place: Place): Promise<string> {
  try {
    const { status, body } = await askService(place, 'GET', '/api/v1/status', { timeoutMs: 1000 });
    if (typeof body === 'object' && body && 'version' in body && 'tier' in body) {
      return `another Memory Vault, version ${String(body.version)}`;
    }
    // A vault with VAULT_AUTH=session shows its version to members only, but its error is recognisable.
    if (status === 401 && JSON.stringify(body).includes('"missing_credential"')) {
      return 'another Memory Vault';
    }
  } catch {
    // It does not answer in JSON, so it is another program.
  }
  return 'another program';
}
