import type { Ending, Open } from './createClient.js';
import type { Observation, operations } from './openapi.js';
import { readText } from './readText.js';
import { VaultError } from './vaultError.js';

type Query = NonNullable<operations['exportObservations']['parameters']['query']>;

/** See `VaultClient.exportObservations`. */
export function exportObservations(open: Open) {
  return async function* (query: Query = {}, ending: Ending = {}): AsyncGenerator<Observation> {
    const response = await open('get', '/admin/export', { params: { query }, ...ending });
    // The casts are safe as far as the service keeps to its document.
    for await (const line of lines(response, ending)) yield JSON.parse(line) as Observation;
  };
}

async function* lines(response: Response, { signal }: Ending): AsyncGenerator<string> {
  const text = readText(response);
  let rest = '';
  try {
    for await (const part of text) {
      const [first = '', ...others] = part.split('\n');
      if (others.length === 0) {
        rest += first;
        continue;
      }
      yield rest + first;
      rest = others.pop() ?? '';
      yield* others;
    }
  } catch (cause) {
    signal?.throwIfAborted();
    throw VaultError.unanswered(cause, { method: 'GET', url: response.url, attempts: 1 });
  }
  if (rest !== '') yield rest;
}
