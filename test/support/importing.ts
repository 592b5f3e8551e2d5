import { expect } from 'vitest';
import { ulids } from '../../src/domain/ids.js';
import type { LineResults } from '../../src/http/routes/imports.js';
import type { Client } from './client.js';
import { ADMIN } from './notes.js';
import { NOW } from './testApp.js';

const ids = ulids();

/** The id of a new run. */
export const newRun = () => ids(NOW);

/** Sends lines to the import of a vault, as NDJSON; texts are sent as they are. */
export function sendLines(
  client: Client,
  lines: readonly unknown[],
  { run = newRun(), source = 'archive', dryRun = false } = {},
) {
  const query = `run=${run}&source=${source}${dryRun ? '&dry_run=true' : ''}`;
  return client.call('POST', `/api/v1/admin/import?${query}`, {
    payload: lines.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join('\n'),
    headers: { ...ADMIN, 'content-type': 'application/x-ndjson' },
  });
}

/** Imports lines and gives the answer. */
export async function imported(
  client: Client,
  lines: readonly unknown[],
  options: { run?: string; source?: string; dryRun?: boolean } = {},
): Promise<LineResults> {
  const answer = await sendLines(client, lines, options);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}

/** Undoes a run, or tries to, and gives the answer. */
export async function undone(client: Client, run: string, query = '') {
  const url = `/api/v1/admin/imports/${run}${query}`;
  const answer = await client.call('DELETE', url, { headers: ADMIN });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}

/** The outcome of each line. */
export const outcomes = ({ results }: LineResults) => results.map(({ outcome }) => outcome);

/** The JSON of an answer to the owner. */
export async function got(client: Client, url: string) {
  const answer = await client.call('GET', url, { headers: ADMIN });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}
