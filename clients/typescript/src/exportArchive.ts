import type { Ending, Open } from './createCalls.js';
import type { operations } from './openapi.js';
import { readLines } from './readLines.js';

type Query = NonNullable<operations['exportArchive']['parameters']['query']>;

/** Everything that a vault knew at a moment. */
export interface Archive {
  /** Of the last event in the log that it shows. */
  readonly position: number;
  /** Each is the JSON of one thing: whoever only keeps an archive need not parse it. */
  readonly lines: AsyncGenerator<string>;
}

/** See `VaultClient.exportArchive`. */
export function exportArchive(open: Open) {
  return async (query: Query = {}, ending: Ending = {}): Promise<Archive> => {
    const response = await open('get', '/api/v1/admin/archive', { params: { query }, ...ending });
    const position = Number(response.headers.get('x-log-position'));
    return { position, lines: readLines(response, ending) };
  };
}
