import { z } from 'zod';
import { CallFailed } from '../../tools/client.js';
import { reasonOf } from '../../tools/reasonOf.js';
import type { Turn } from './dataset.js';
import type { Engine } from './engine.js';

const Hits = z.array(z.object({ id: z.string() }));

export interface ServiceOptions {
  readonly url: string;
  /** Turns by the id of their observation. */
  readonly turns: ReadonlyMap<string, Turn>;
  /** Number of hits to request, 1 to 100. */
  readonly k: number;
  readonly signal?: AbortSignal | undefined;
}

/** The service's search over HTTP, with the question as it is. Throws when the service does not answer at all. */
export function serviceEngine({ url, turns, k, signal }: ServiceOptions): Engine {
  return {
    name: 'service',
    async ask({ text, project }) {
      const query = new URLSearchParams({ q: text, limit: String(k), ...(project && { project }) });
      const response = await send(`${url}/api/v1/search?${query}`, signal);
      const body = await response.text();
      if (!response.ok) {
        return { turns: [], error: `${response.status} for ${JSON.stringify(text)}: ${body}` };
      }
      const found = Hits.parse(JSON.parse(body)).flatMap(({ id }) => turns.get(id) ?? []);
      const readAs = response.headers.get('x-search');
      return { turns: found, ...(readAs !== null && { readAs }) };
    },
  };
}

async function send(address: string, signal: AbortSignal | undefined): Promise<Response> {
  try {
    return await fetch(address, { signal: signal ?? null });
  } catch (error) {
    signal?.throwIfAborted();
    throw new CallFailed(`GET ${address} got no answer: ${reasonOf(error)}`);
  }
}
