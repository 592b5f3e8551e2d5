import { expect, test } from 'vitest';
import { Rejection } from '../../../src/domain/rejection.js';
import { testClient } from '../../support/client.js';
import { eventually } from '../../support/eventually.js';
import { note } from '../../support/notes.js';
import { testApp } from '../../support/testApp.js';
import { MAY_BE_LATE, testServer } from '../../support/testServer.js';

/** Blocks the event loop, as a commit on a very slow disk would. */
function block(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

const WATCHED = ['/healthz', '/readyz', '/metrics', '/api/v1/metrics'];

test('requests over the limit get Retry-After, and the others are answered', async () => {
  const app = await testApp();
  const server = await testServer(app, { capacity: { ...MAY_BE_LATE, inFlight: 3 } });
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  app.search = async () => {
    await promise;
    return { hits: [], reading: 'words' };
  };
  // `inject` starts a request only when its result is awaited.
  const search = async () => await server.inject('/api/v1/search?q=x');
  const waiting = [search(), search(), search()];
  const refused = await server.inject({
    method: 'POST',
    url: '/api/v1/observations',
    payload: note(),
  });
  expect(refused.json()).toMatchObject({ status: 503, code: 'overloaded' });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await app.log.head()).position).toBe(0);
  for (const url of WATCHED) expect((await server.inject(url)).statusCode, url).toBe(200);
  resolve();
  for (const one of waiting) expect((await one).statusCode).toBe(200);
  for (let i = 0; i < 10; i++) expect((await search()).statusCode).toBe(200);
});

test('over the limit, a client is refused that has more than its share, and others are answered', async () => {
  const app = await testApp();
  const server = await testServer(app, { capacity: { ...MAY_BE_LATE, inFlight: 4 } });
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  let searches = 0;
  app.search = async () => {
    searches += 1;
    await promise;
    return { hits: [], reading: 'words' };
  };
  const search = async (remoteAddress: string) =>
    await server.inject({ url: '/api/v1/search?q=x', remoteAddress });
  const waiting = Array.from({ length: 4 }, () => search('198.51.100.7'));
  await eventually('four searches are under way', () => expect(searches).toBe(4));
  const stats = (remoteAddress: string) => server.inject({ url: '/api/v1/stats', remoteAddress });
  expect((await stats('198.51.100.7')).json()).toMatchObject({ code: 'overloaded' });
  expect((await stats('203.0.113.9')).statusCode).toBe(200);
  // Twice the limit is for everybody.
  const others = Array.from({ length: 4 }, (_, i) => search(`203.0.113.${i}`));
  await eventually('eight searches are under way', () => expect(searches).toBe(8));
  expect((await stats('203.0.113.9')).json()).toMatchObject({ code: 'overloaded' });
  resolve();
  for (const one of [...waiting, ...others]) expect((await one).statusCode).toBe(200);
});

test('while the event loop is late, all paths except those for monitoring answer with Retry-After', async () => {
  const app = await testApp();
  // Far more than what a machine with much else to do is late by, so that it is the blocking that counts.
  const server = await testServer(app, { capacity: { inFlight: 10, delay: 500, sample: 100 } });
  const stats = () => server.inject('/api/v1/stats');
  const isAnswered = async () => expect((await stats()).statusCode).toBe(200);
  // The event loop may have been late during the setup.
  await eventually('the service answers', isAnswered);
  let answer = await stats();
  while (answer.statusCode === 200) {
    await new Promise((done) => setImmediate(done));
    block(700);
    answer = await stats();
  }
  expect(answer.json()).toMatchObject({ status: 503, code: 'overloaded' });
  expect(answer.headers['retry-after']).toBe('1');
  for (const url of WATCHED) expect((await server.inject(url)).statusCode, url).toBe(200);
  await eventually('the service answers again', isAnswered);
});

test('a write or a search that meets a full queue gets Retry-After', async () => {
  const app = await testApp();
  const client = await testClient(app);
  const full = () => Promise.reject(new Rejection('overloaded', 'too many are waiting'));
  app.executor.execute = full;
  app.executor.prepare = async () => full;
  app.search = full;
  for (const refused of [
    await client.call('POST', '/api/v1/observations', { payload: note() }),
    await client.call('POST', '/api/v1/observations/batch', { payload: [note()] }),
    await client.call('GET', '/api/v1/search?q=x'),
  ]) {
    expect(refused.json()).toMatchObject({ status: 503, code: 'overloaded' });
    expect(refused.headers['retry-after']).toBe('1');
  }
});
