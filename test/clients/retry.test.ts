import { type ClientOptions, createClient, VaultError, type Wait } from 'memory-vault-client';
import { expect, test } from 'vitest';

type Step = Response | Error;

const saved = () => Response.json({ id: 'x' });
const broken = () => new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') });
const busy = (status: number, after?: number) =>
  Response.json(
    { code: 'overloaded', detail: 'too many writes are waiting', request_id: 'r' },
    { status, headers: after === undefined ? {} : { 'Retry-After': String(after) } },
  );
const NOTE = { title: 'A', content: 'B', type: 'decision' } as const;

/** A client of a service that answers by a plan; it repeats the last step. Time passes only in `sleep`. */
function planned(steps: readonly Step[], options: Partial<ClientOptions> = {}, random = 0) {
  const requests: Request[] = [];
  const slept: number[] = [];
  let now = 0;
  const client = createClient({
    url: 'http://vault.test/vault-api/',
    async fetch(request) {
      const step = steps[Math.min(requests.length, steps.length - 1)];
      requests.push(request);
      request.signal.throwIfAborted();
      if (step instanceof Response) return step.clone();
      throw step;
    },
    clock: {
      now: () => now,
      random: () => random,
      async sleep(ms, signal) {
        signal?.throwIfAborted();
        slept.push(ms);
        now += ms;
      },
    },
    ...options,
  });
  return { client, requests, slept };
}

const failure = (promise: Promise<unknown>): Promise<VaultError> =>
  promise.then(
    () => {
      throw new Error('it succeeded');
    },
    (error) => {
      expect(error).toBeInstanceOf(VaultError);
      return error;
    },
  );

test('a save that gets no answer is sent again with the same key and body', async () => {
  const { client, requests } = planned([broken(), busy(503), saved()]);
  const { data } = await client.POST('/api/v1/observations', { body: NOTE });
  expect(data).toEqual({ id: 'x' });
  const keys = requests.map(({ headers }) => headers.get('idempotency-key'));
  expect(new Set(keys).size).toBe(1);
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(requests.map(({ url }) => url)).toEqual(
    Array(3).fill('http://vault.test/vault-api/api/v1/observations'),
  );
  expect(await Promise.all(requests.map((request) => request.json()))).toEqual(Array(3).fill(NOTE));
});

test('every save has a key of its own, and the key of the caller is kept', async () => {
  const { client, requests } = planned([saved()]);
  const header = { 'Idempotency-Key': 'mine' };
  await client.POST('/api/v1/observations', { body: NOTE });
  await client.POST('/api/v1/observations', { body: NOTE });
  await client.POST('/api/v1/observations', { body: NOTE, params: { header } });
  const keys = requests.map(({ headers }) => headers.get('idempotency-key'));
  expect(new Set(keys).size).toBe(3);
  expect(keys[2]).toBe('mine');
});

test('an answer that breaks off in the middle counts as none', async () => {
  const half = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"id":'));
      controller.error(broken());
    },
  });
  const steps = [new Response(half), saved()];
  const { client, requests } = planned(steps);
  await client.POST('/api/v1/observations', { body: NOTE });
  expect(requests).toHaveLength(2);
});

test('the waits double up to ten seconds, and Retry-After is the least', async () => {
  const { client, slept } = planned([broken()], { retry: { attempts: 9 } }, 1);
  await failure(client.GET('/api/v1/stats'));
  expect(slept).toEqual([200, 400, 800, 1600, 3200, 6400, 10_000, 10_000]);
  const asked = planned([busy(503, 7), busy(429, 3), saved()], {}, 0.5);
  await asked.client.GET('/api/v1/stats');
  expect(asked.slept).toEqual([7100, 3200]);
});

test('after the last attempt the error says what happened', async () => {
  const { client, requests } = planned([broken()], { retry: { attempts: 3 } });
  const error = await failure(client.GET('/api/v1/stats'));
  expect(requests).toHaveLength(3);
  expect(error.message).toBe(
    'GET http://vault.test/vault-api/api/v1/stats got no answer after 3 attempts: connect ECONNREFUSED',
  );
  expect(error).toMatchObject({ status: undefined, code: undefined, attempts: 3 });
});

test('no attempt begins after the time is up', async () => {
  const { client, requests } = planned([busy(429, 50)], { retry: { withinMs: 120_000 } });
  const error = await failure(client.GET('/api/v1/stats'));
  expect(requests).toHaveLength(3);
  expect(error).toMatchObject({ status: 429, retryAfter: 50 });
});

test('a change without a key is repeated only when it was refused unseen', async () => {
  const path = '/api/v1/observations/{id}';
  const change = { params: { path: { id: 'x' } }, body: { title: 'C' } };
  for (const step of [broken(), busy(503)]) {
    const { client, requests } = planned([step, saved()]);
    await failure(client.PATCH(path, change));
    expect(requests).toHaveLength(1);
  }
  const { client, requests } = planned([busy(429), saved()]);
  await client.PATCH(path, change);
  expect(requests).toHaveLength(2);
});

test.each([400, 401, 404, 409, 422, 500])('a refusal with %d is not repeated', async (status) => {
  const { client, requests } = planned([busy(status), saved()]);
  await failure(client.POST('/api/v1/observations', { body: NOTE }));
  expect(requests).toHaveLength(1);
});

test('a service that is not ready says so at once', async () => {
  const body = { status: 'not_ready', checks: { log: 'ok', views: 'behind', hive: 'idle' } };
  const { client, requests } = planned([Response.json(body, { status: 503 })]);
  const error = await failure(client.GET('/readyz'));
  expect(requests).toHaveLength(1);
  expect(error.body).toEqual(body);
});

test('a signal ends the waiting', async () => {
  const ending = new AbortController();
  const onWait = () => ending.abort(new Error('enough'));
  const { client, requests } = planned([broken()], { retry: { onWait } });
  await expect(client.GET('/api/v1/stats', { signal: ending.signal })).rejects.toThrow('enough');
  expect(requests).toHaveLength(1);
});

test('the signal of the client ends its requests', async () => {
  const { client } = planned([saved()], { signal: AbortSignal.abort(new Error('over')) });
  await expect(client.GET('/api/v1/stats')).rejects.toThrow('over');
});

test('whoever wants to know hears of each wait', async () => {
  const waits: Wait[] = [];
  const { client } = planned([busy(429, 2), broken(), saved()], {
    retry: { onWait: (wait) => waits.push(wait) },
  });
  await client.GET('/api/v1/stats');
  expect(waits).toEqual([
    { seconds: 2, status: 429, attempts: 1 },
    { seconds: 0, status: undefined, attempts: 2 },
  ]);
});
