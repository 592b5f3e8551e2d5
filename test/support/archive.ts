import { expect } from 'vitest';
import { ArchiveLine } from '../../src/domain/archive/archiveLine.js';
import type { Client } from './client.js';
import { testClient } from './client.js';
import { ADMIN, save } from './notes.js';
import { testApp, testClock } from './testApp.js';

export const ARCHIVE = '/api/v1/admin/archive';

/** The lines of an archive, and the position that it shows. */
export async function archiveOf(client: Client, query = '') {
  const answer = await client.call('GET', `${ARCHIVE}${query}`, { headers: ADMIN });
  expect(answer.statusCode, answer.body).toBe(200);
  const lines = answer.body
    .split('\n')
    .slice(0, -1)
    .map((line) => ArchiveLine.parse(JSON.parse(line)));
  return { lines, body: answer.body, position: Number(answer.headers['x-log-position']) };
}

/** A request of the owner that must succeed. */
export async function tell(
  client: Client,
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  url: string,
  payload?: object,
) {
  const answer = await client.call(method, url, { headers: ADMIN, ...(payload && { payload }) });
  expect([200, 202, 204], answer.body).toContain(answer.statusCode);
  return answer.body === '' ? undefined : answer.json();
}

/** A vault in which everything has a past. */
export async function vaultWithPast() {
  const clock = testClock();
  const app = await testApp({}, { clock });
  const client = await testClient(app);
  const later = () => clock.advance(60_000);
  const { id: session } = await tell(client, 'POST', '/api/v1/sessions', {
    project: 'Checkout',
    client_ref: 'r',
  });
  const id = await save(client, { title: 'first', project: 'checkout', session_id: session });
  await tell(client, 'POST', '/api/v1/prompts', { name: 'review', content: 'one', tags: ['a'] });
  await tell(client, 'PUT', '/api/v1/openspec/checkout', { content: 'Be kind.' });
  await tell(client, 'PUT', '/api/v1/sdd/checkout', { phase: 'spec' });
  const { position: early } = await app.log.head();
  later();
  await tell(client, 'POST', '/api/v1/sessions', {
    project: 'checkout',
    client_ref: 'r',
    goal: 'a goal',
  });
  await tell(client, 'PATCH', `/api/v1/observations/${id}`, { title: 'second', tags: ['t'] });
  await tell(client, 'POST', '/api/v1/prompts', { name: 'review', content: 'one', tags: ['b'] });
  const { position: retagged } = await app.log.head();
  later();
  await tell(client, 'POST', '/api/v1/prompts', { name: 'review', content: 'two', tags: [] });
  await tell(client, 'PUT', '/api/v1/openspec/Checkout', { content: 'Be brief.' });
  await tell(client, 'PUT', '/api/v1/sdd/CHECKOUT', { phase: 'design' });
  await tell(client, 'PUT', `/api/v1/sessions/${session}`, { summary: 'done' });
  await tell(client, 'POST', '/api/v1/prompts', {
    name: 'review',
    content: 'of a team',
    team: 'Payments',
  });
  return { app, client, session, id, early, retagged };
}
