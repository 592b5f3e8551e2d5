import { expect, test, vi } from 'vitest';
import { signedHeaders } from '../../../src/webhooks/delivery.js';
import { testClient } from '../../support/client.js';
import { eventually } from '../../support/eventually.js';
import { ADMIN, save } from '../../support/notes.js';
import { testApp } from '../../support/testApp.js';
import { receiver } from '../../support/webhookReceiver.js';

const HOOKS = '/admin/webhooks';
const ENV = { VAULT_WEBHOOK_HOSTS: '127.0.0.1' };
const headers = ADMIN;

async function vault(env: Record<string, string> = ENV) {
  const app = await testApp(env);
  app.webhooks.start();
  return { app, client: await testClient(app) };
}

test('a receiver gets signed what happens, of teams as well, but nothing personal; also after a restart, each once', async () => {
  const { app, client } = await vault();
  const { url, got } = await receiver();
  await save(client, { title: 'before' });
  const added = await client.call('POST', HOOKS, { headers, payload: { url } });
  expect(added.statusCode, added.body).toBe(201);
  const { id, secret } = added.json();
  await save(client, { title: 'common' });
  await save(client, { title: 'diary', content: 'unspeakable', project: 'personal' });
  await save(client, { title: 'of a team', team: 'Core' });
  await eventually('both came and are settled', async () => {
    expect(got).toHaveLength(2);
    expect((await client.call('GET', HOOKS, { headers })).json()).toMatchObject([{ lag: 0 }]);
  });
  await app.close();
  const again = await vault({ ...ENV, VAULT_DATA_DIR: app.config.dataDir });
  await save(again.client, { title: 'later' });
  await eventually('the third came and is settled', async () => {
    expect(got).toHaveLength(3);
    const list = await again.client.call('GET', HOOKS, { headers });
    expect(list.json()).toMatchObject([{ lag: 0 }]);
  });
  expect(got.map(({ body }) => JSON.parse(body).data.title)).toEqual([
    'common',
    'of a team',
    'later',
  ]);
  expect(got.map(({ body }) => body).join()).not.toMatch(/diary|unspeakable/);
  for (const { timestamp, signature, ...message } of got)
    expect(signature).toBe(
      signedHeaders(message, secret, Number(timestamp) * 1000)['webhook-signature'],
    );
  const [state] = (await again.client.call('GET', HOOKS, { headers })).json();
  expect(state).toMatchObject({ id, url, state: 'sending', lag: 0, failures: 0, failed: [] });
  expect(JSON.stringify(state)).not.toContain('whsec_');
});

test('a receiver that fails is shown so, and gets it at once when it is retried, without a text that was forgotten meanwhile', async () => {
  const { client } = await vault();
  const { url, got } = await receiver((nth) => (nth === 1 ? 503 : 200));
  const { id } = (await client.call('POST', HOOKS, { headers, payload: { url } })).json();
  const note = await save(client, { title: 'kept back' });
  const list = async () => (await client.call('GET', HOOKS, { headers })).json();
  await eventually('it failed', async () =>
    expect(await list()).toMatchObject([
      { state: 'failing', failures: 1, last_error: 'answered 503' },
    ]),
  );
  await client.call('DELETE', `/api/v1/observations/${note}`);
  const retried = await client.call('POST', `${HOOKS}/${id}/retry`, { headers });
  expect(retried.statusCode).toBe(204);
  await eventually('all came', () => expect(got).toHaveLength(3));
  expect(got[0]?.body).toContain('kept back');
  expect(
    got
      .slice(1)
      .map(({ body }) => body)
      .join(),
  ).not.toContain('kept back');
  expect(got[1]?.id).toBe(got[0]?.id);
});

test('a test is sent at once, a new secret counts at once, and what is removed gets nothing more', async () => {
  const { app, client } = await vault();
  const { url, got } = await receiver();
  const { id, secret } = (
    await client.call('POST', HOOKS, {
      headers,
      payload: { url, types: ['observation.forgotten'] },
    })
  ).json();
  const tested = await client.call('POST', `${HOOKS}/${id}/test`, { headers });
  expect(tested.json()).toEqual({ taken: true });
  expect(JSON.parse(got[0]?.body ?? '')).toMatchObject({
    type: 'webhook.test',
    source: app.origin,
  });
  const rotated = (await client.call('POST', `${HOOKS}/${id}/rotate`, { headers })).json();
  expect(rotated.secret).toMatch(/^whsec_/);
  expect(rotated.secret).not.toBe(secret);
  const note = await save(client);
  await client.call('DELETE', `/api/v1/observations/${note}`);
  await eventually('the type that was asked for came', () => expect(got).toHaveLength(2));
  expect(JSON.parse(got[1]?.body ?? '').type).toBe('observation.forgotten');
  const at = Number(got[1]?.timestamp) * 1000;
  const message = { id: got[1]?.id ?? '', body: got[1]?.body ?? '' };
  expect(got[1]?.signature).toBe(signedHeaders(message, rotated.secret, at)['webhook-signature']);
  expect((await client.call('DELETE', `${HOOKS}/${id}`, { headers })).statusCode).toBe(204);
  expect((await client.call('GET', HOOKS, { headers })).json()).toEqual([]);
  expect((await client.call('POST', `${HOOKS}/${id}/test`, { headers })).statusCode).toBe(404);
});

test('a host that the owner has not allowed is refused with the line that allows it', async () => {
  for (const env of [{}, ENV]) {
    const { client } = await vault(env);
    const payload = { url: 'https://hooks.example/a' };
    const refused = await client.call('POST', HOOKS, { headers, payload });
    expect(refused.statusCode).toBe(400);
    expect(refused.body).toMatch(/VAULT_WEBHOOK_HOSTS=\S*hooks.example/);
    expect((await client.call('GET', HOOKS, { headers })).json()).toEqual([]);
  }
});

test.each<Record<string, string>>([{ VAULT_WEBHOOK_HOSTS: 'elsewhere.example' }, {}])(
  'where the owner takes a host away, nothing is sent there any more, which is shown: %j',
  async (env) => {
    const { app, client } = await vault();
    const { url, got } = await receiver();
    const { id } = (await client.call('POST', HOOKS, { headers, payload: { url } })).json();
    await app.close();
    const again = await vault({ ...env, VAULT_DATA_DIR: app.config.dataDir });
    await save(again.client);
    await eventually('it failed', async () => {
      const [state] = (await again.client.call('GET', HOOKS, { headers })).json();
      expect(state.last_error).toContain('VAULT_WEBHOOK_HOSTS');
    });
    expect(got).toEqual([]);
    const removed = await again.client.call('DELETE', `${HOOKS}/${id}`, { headers });
    expect(removed.statusCode).toBe(204);
  },
);

test('a message that is on its way is neither cut off by a retry nor followed by another after its webhook is removed', async () => {
  const { client } = await vault();
  let goOn: (status: number) => void = () => {};
  const { url, got } = await receiver(
    () =>
      new Promise<number>((done) => {
        goOn = done;
      }),
  );
  const { id } = (await client.call('POST', HOOKS, { headers, payload: { url } })).json();
  for (const title of ['first', 'second', 'third']) await save(client, { title });
  await eventually('the first came', () => expect(got).toHaveLength(1));
  await client.call('POST', `${HOOKS}/${id}/retry`, { headers });
  goOn(204);
  await eventually('the second came', () => expect(got).toHaveLength(2));
  expect(got.map(({ body }) => JSON.parse(body).data.title)).toEqual(['first', 'second']);
  expect((await client.call('DELETE', `${HOOKS}/${id}`, { headers })).statusCode).toBe(204);
  goOn(204);
  const later = await receiver();
  await client.call('POST', HOOKS, { headers, payload: { url: later.url } });
  await save(client, { title: 'fourth' });
  await eventually('the other one is told', () => expect(later.got).toHaveLength(1));
  expect(got).toHaveLength(2);
});

test('two renewals at once give the secret that counts', async () => {
  const { client } = await vault();
  const { url, got } = await receiver();
  const { id } = (await client.call('POST', HOOKS, { headers, payload: { url } })).json();
  const renew = async () =>
    (await client.call('POST', `${HOOKS}/${id}/rotate`, { headers })).json();
  const [one, other] = await Promise.all([renew(), renew()]);
  await client.call('POST', `${HOOKS}/${id}/test`, { headers });
  await save(client);
  await eventually('both came', () => expect(got).toHaveLength(2));
  const secrets = [one.secret, other.secret];
  const [ofTest, ofEvent] = got.map(({ signature, timestamp, ...message }) =>
    secrets.findLastIndex(
      (secret) =>
        signedHeaders(message, secret, Number(timestamp) * 1000)['webhook-signature'] === signature,
    ),
  );
  expect(ofTest).toBeGreaterThanOrEqual(0);
  expect(ofEvent).toBe(ofTest);
});

test('what is removed while it is renewed gets nothing more', async () => {
  const { client } = await vault();
  const { url, got } = await receiver();
  const { id } = (await client.call('POST', HOOKS, { headers, payload: { url } })).json();
  const [rotated, removed] = await Promise.all([
    client.call('POST', `${HOOKS}/${id}/rotate`, { headers }),
    client.call('DELETE', `${HOOKS}/${id}`, { headers }),
  ]);
  expect([200, 404]).toContain(rotated.statusCode);
  expect(removed.statusCode).toBe(204);
  const later = await receiver();
  await client.call('POST', HOOKS, { headers, payload: { url: later.url } });
  await save(client);
  await eventually('the other one is told', () => expect(later.got).toHaveLength(1));
  expect(got).toEqual([]);
});

test('nothing is told of a personal session, also once it is forgotten', async () => {
  const { client } = await vault();
  const { url, got } = await receiver();
  await client.call('POST', HOOKS, { headers, payload: { url } });
  const begun = await client.call('POST', '/api/v1/sessions', { payload: { project: 'personal' } });
  expect(begun.statusCode, begun.body).toBe(200);
  await client.call('DELETE', `/api/v1/sessions/${begun.json().id}`);
  await save(client, { title: 'common' });
  await eventually('the note came', () => expect(got.length).toBeGreaterThan(0));
  expect(got.map(({ body }) => JSON.parse(body).type)).toEqual(['observation.saved']);
});

test('a webhook that could not be recorded is not there', async () => {
  const { app, client } = await vault();
  const { url } = await receiver();
  const append = vi.spyOn(app.log, 'appendNext').mockRejectedValue(new Error('the disk is full'));
  const added = await client.call('POST', HOOKS, { headers, payload: { url } });
  expect(added.statusCode).toBe(500);
  append.mockRestore();
  expect((await client.call('GET', HOOKS, { headers })).json()).toEqual([]);
});
