import type { VaultClient } from 'memory-vault-client';
import { VaultError } from 'memory-vault-client';
import { expect, test } from 'vitest';
import { listening } from '../support/listening.js';
import { testApp } from '../support/testApp.js';
import { vaultClient } from '../support/vaultClient.js';

async function serviceWithClient() {
  const { port, server } = await listening(await testApp());
  const url = `http://127.0.0.1:${port}`;
  return { url, server: server.server, client: vaultClient(url) };
}

const save = (client: VaultClient, title: string) =>
  client.POST('/api/v1/observations', { body: { title, content: 'c', type: 'task' } });

test('a stream gives the events that are there, then each new one', async () => {
  const { client } = await serviceWithClient();
  await save(client, 'one');
  await save(client, 'two');
  const positions: number[] = [];
  for await (const { position, type } of client.followEvents({ after: 1 })) {
    expect(type).toBe('observation.saved');
    positions.push(position);
    if (position === 4) break;
    await save(client, 'more');
  }
  expect(positions).toEqual([2, 3, 4]);
});

test('after each broken connection a stream goes on, and gives every event once', async () => {
  const { client, server } = await serviceWithClient();
  await save(client, 'first');
  const positions: number[] = [];
  for await (const { position } of client.followEvents()) {
    positions.push(position);
    if (position === 6) break;
    server.closeAllConnections();
    await save(client, 'next');
  }
  expect(positions).toEqual([1, 2, 3, 4, 5, 6]);
});

test('notes are followed in their newest revision, from an event on, and what is forgotten by its id', async () => {
  const { client } = await serviceWithClient();
  await save(client, 'before');
  const { data } = await save(client, 'first');
  const id = 'id' in data ? data.id : expect.fail('it was not stored');
  const told: unknown[] = [];
  for await (const one of client.followObservations({ type: 'task', after: 1 })) {
    told.push('title' in one ? [one.title, one.revision ?? 1] : one);
    const params = { path: { id } };
    if (told.length === 1)
      await client.PATCH('/api/v1/observations/{id}', { params, body: { title: 'second' } });
    else if (told.length === 2) await client.DELETE('/api/v1/observations/{id}', { params });
    else break;
  }
  expect(told).toEqual([['first', 1], ['second', 2], { id, forgotten: true }]);
});

test('a note is told that was saved while the connection was broken before the first', async () => {
  const { url, client } = await serviceWithClient();
  await save(client, 'before');
  let isCut = false;
  const following = vaultClient(url, {
    // The first stream ends behind its start.
    fetch: async (request) => {
      const response = await fetch(request);
      if (isCut || request.headers.get('accept') !== 'text/event-stream') return response;
      isCut = true;
      const reader = response.body?.getReader();
      const start = await reader?.read();
      await reader?.cancel();
      await save(client, 'meanwhile');
      return new Response(start?.value, { headers: response.headers });
    },
  });
  for await (const one of following.followObservations()) {
    expect(one).toMatchObject({ title: 'meanwhile' });
    break;
  }
  expect(isCut).toBe(true);
});

test('a stream that the service refuses is an error', async () => {
  const { url } = await serviceWithClient();
  const stranger = vaultClient(url, { adminKey: 'wrong' });
  const reading = async () => {
    for await (const _ of stranger.followEvents()) throw new Error('it got an event');
  };
  await expect(reading()).rejects.toBeInstanceOf(VaultError);
  await expect(reading()).rejects.toMatchObject({ status: 401, code: 'invalid_admin_key' });
});

test('a stream ends with an error when its service stays away', async () => {
  const { client, server } = await serviceWithClient();
  await save(client, 'first');
  const reading = async () => {
    for await (const _ of client.followEvents()) {
      server.close();
      server.closeAllConnections();
    }
  };
  await expect(reading()).rejects.toMatchObject({ name: 'VaultError', status: undefined });
});

test('the signal of the caller ends a stream, and so does that of the client', async () => {
  const { url, client } = await serviceWithClient();
  await save(client, 'first');
  const ending = new AbortController();
  const ended = vaultClient(url, { signal: ending.signal });
  for (const events of [client.followEvents({}, { signal: ending.signal }), ended.followEvents()]) {
    const reading = async () => {
      for await (const _ of events) ending.abort(new Error('enough'));
    };
    await expect(reading()).rejects.toThrow('enough');
  }
});
