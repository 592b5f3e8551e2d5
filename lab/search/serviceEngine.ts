import { type VaultClient, VaultError } from 'memory-vault-client';
import type { Turn } from './dataset.js';
import type { Engine } from './engine.js';

export interface ServiceOptions {
  readonly vault: VaultClient;
  /** Turns by the id of their observation. */
  readonly turns: ReadonlyMap<string, Turn>;
  /** Number of hits to request, 1 to 100. */
  readonly k: number;
}

/** The service's search over HTTP, with the question as it is. Throws when the service does not answer at all. */
export function serviceEngine({ vault, turns, k }: ServiceOptions): Engine {
  return {
    name: 'service',
    async ask({ text, project }) {
      const query = { q: text, limit: k, ...(project && { project }) };
      try {
        const { data, response } = await vault.GET('/api/v1/search', { params: { query } });
        const found = data.flatMap(({ id }) => turns.get(id) ?? []);
        const readAs = response.headers.get('x-search');
        return { turns: found, ...(readAs !== null && { readAs }) };
      } catch (error) {
        if (!(error instanceof VaultError) || error.status === undefined) throw error;
        return { turns: [], error: `${error.status} for ${JSON.stringify(text)}: ${error.detail}` };
      }
    },
  };
}
