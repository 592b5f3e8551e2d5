import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { expect, test } from 'vitest';
import type { App } from '../../../src/app/app.js';
import { testClient } from '../../support/client.js';
import { eventually } from '../../support/eventually.js';
import { hiveItem, issueKey } from '../../support/hub.js';
import { ADMIN, note } from '../../support/notes.js';
import { asOwner, loggedIn, MEMBERS } from '../../support/team.js';
import { testApp } from '../../support/testApp.js';
import { testServer } from '../../support/testServer.js';

/** Sends the head of a request, lets something happen, and then sends its body. Gives the status of the answer. */
async function sendSlowly(
  app: App,
  { path, headers, body }: { path: string; headers: Record<string, string>; body: object },
  meanwhile: () => Promise<unknown>,
): Promise<number | undefined> {
  const server = await testServer(app);
  await server.listen({ port: 0, host: '127.0.0.1' });
  const begun = once(server.server, 'request');
  const sending = request(`${server.listeningOrigin}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
  });
  const answered: Promise<IncomingMessage[]> = once(sending, 'response');
  sending.flushHeaders();
  await begun;
  await meanwhile();
  sending.end(JSON.stringify(body));
  const [answer] = await answered;
  answer?.resume();
  return answer?.statusCode;
}

test('a member who is removed while the body is on its way saves nothing', async () => {
  const app = await testApp({ VAULT_AUTH: 'session' });
  const client = await testClient(app);
  const { member, headers } = await loggedIn(client);
  const sent = { path: '/api/v1/observations', headers, body: note({ title: 'late' }) };
  const remove = () => asOwner(client, 'DELETE', `${MEMBERS}/${member}`);
  expect(await sendSlowly(app, sent, remove)).toBe(401);
  expect((await client.call('GET', '/api/v1/search?q=late', { headers: ADMIN })).json()).toEqual(
    [],
  );
});

test('a member who is removed in the middle of a batch saves nothing more', async () => {
  const app = await testApp({ VAULT_AUTH: 'session' });
  const client = await testClient(app);
  const { member, headers } = await loggedIn(client);
  const server = await testServer(app);
  await server.listen({ port: 0, host: '127.0.0.1' });
  const sending = request(`${server.listeningOrigin}/api/v1/observations/batch`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson', ...headers },
  });
  const answered: Promise<IncomingMessage[]> = once(sending, 'response');
  const chunkOf = (title: string) =>
    Array.from({ length: 200 }, (_, i) => `${JSON.stringify(note({ title, content: `${i}` }))}\n`);
  const found = async (title: string) =>
    (await client.call('GET', `/api/v1/search?q=${title}`, { headers: ADMIN })).json().length;
  sending.write(chunkOf('early').join(''));
  await eventually('the first are saved', async () =>
    expect(await found('early')).toBeGreaterThan(0),
  );
  await asOwner(client, 'DELETE', `${MEMBERS}/${member}`);
  sending.end(chunkOf('late').join(''));
  const [answer] = await answered;
  answer?.resume();
  expect(answer?.statusCode).toBe(401);
  expect(await found('late')).toBe(0);
});

test('a vault whose key is revoked while the body is on its way pushes nothing', async () => {
  const app = await testApp();
  const client = await testClient(app);
  const origin = 'a'.repeat(32);
  const { id, key } = await issueKey({ client }, { name: 'ada', origin });
  const body = { origin, events: [hiveItem(1)] };
  const sent = { path: '/v1/observations/batch', headers: { 'x-hive-key': key }, body };
  const revoke = () => asOwner(client, 'DELETE', `/admin/hive/members/${id}`);
  expect(await sendSlowly(app, sent, revoke)).toBe(401);
  expect((await client.call('GET', '/api/v1/search?q=note')).json()).toEqual([]);
});
