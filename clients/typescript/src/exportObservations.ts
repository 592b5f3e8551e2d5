import type { Ending, Open } from './createCalls.js';
import type { Observation, operations } from './openapi.js';
import { readLines } from './readLines.js';

type Query = NonNullable<operations['exportObservations']['parameters']['query']>;

/** See `VaultClient.exportObservations`. */
export function exportObservations(open: Open) {
  return async function* (query: Query = {}, ending: Ending = {}): AsyncGenerator<Observation> {
    const response = await open('get', '/admin/export', { params: { query }, ...ending });
    // The casts are safe as far as the service keeps to its document.
    for await (const line of readLines(response, ending)) yield JSON.parse(line) as Observation;
  };
}
