import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { App } from '../../../src/app/app.js';
import { testClient } from '../../support/client.js';
import { eventually } from '../../support/eventually.js';
import { ADMIN, note, save } from '../../support/notes.js';
import { sharedClient } from '../../support/sharedClient.js';
import { testApp } from '../../support/testApp.js';

afterEach(() => void vi.useRealTimers());

const OBSERVATIONS = '/api/v1/observations';

test('every answer to a write has its position in the log', async () => {
  const client = await testClient(await testApp());
  const position = async (method: 'POST' | 'PUT', url: string, payload: object) =>
    (await client.call(method, url, { payload, headers: ADMIN })).headers['x-log-position'];
  expect(await position('POST', OBSERVATIONS, note())).toBe('1');
  const session = await client.call('POST', '/api/v1/sessions', { payload: { project: 'p' } });
  expect(session.headers['x-log-position']).toBe('2');
  expect(await position('POST', `${OBSERVATIONS}/batch`, [note(), note()])).toBe('4');
  expect(await position('POST', '/api/v1/prompts', { name: 'n', content: 'c' })).toBe('5');
  expect(await position('PUT', '/api/v1/openspec/p', { content: 'c' })).toBe('6');
  expect(await position('PUT', '/api/v1/sdd/p', { phase: 'spec' })).toBe('7');
  const url = `/api/v1/sessions/${session.json().id}`;
  expect(await position('PUT', url, { summary: '' })).toBe('8');
});

const READS = [
  'search?q=x',
  'context/p',
  'timeline/p',
  'summary/p',
  'stats',
  'status',
  'projects',
  'openspec/p',
  'sdd/p',
  'prompts',
  'sessions/all',
  'hive/status',
];

const withOne = sharedClient();
beforeAll(() => save(withOne()));

test.each(READS)('%s waits until the read models have reached X-Min-Position', async (path) => {
  const client = withOne();
  for (const position of ['0', '1']) {
    const headers = { 'x-min-position': position };
    expect((await client.call('GET', `/api/v1/${path}`, { headers })).statusCode).toBe(200);
  }
  for (const position of ['-1', 'x', '1.5', '']) {
    const headers = { 'x-min-position': position };
    const refused = await client.call('GET', `/api/v1/${path}`, { headers });
    expect(refused.json()).toMatchObject({ status: 400, code: 'invalid_parameter' });
  }
});

/**
 * The next time that the log is asked for an event, it has it, and the read models have not heard of it. Resolves when it was
 * asked.
 */
function pretendEvent(app: App): Promise<void> {
  const { reach } = app.log;
  return new Promise((resolve) => {
    app.log.reach = async () => {
      app.log.reach = reach;
      resolve();
      return true;
    };
  });
}

test('a read waits for the event in X-Min-Position that the log has', async () => {
  const app = await testApp();
  const client = await testClient(app);
  const asked = pretendEvent(app);
  const headers = { 'x-min-position': '1' };
  const waiting = client.call('GET', '/api/v1/context/p', { headers });
  await asked;
  const id = await save(client, { project: 'p' });
  expect((await waiting).json()).toMatchObject([{ id }]);
});

test('a read of an event that the log does not have is refused without waiting', async () => {
  const app = await testApp();
  const client = await testClient(app);
  await save(client);
  app.readModels.waitFor = () => new Promise(() => {});
  for (const position of ['2', '999999999999999']) {
    const headers = { 'x-min-position': position };
    const refused = await client.call('GET', '/api/v1/stats', { headers });
    expect(refused.json()).toMatchObject({
      status: 503,
      code: 'not_ready',
      detail: `X-Min-Position: ${position}: the log has only 1 events`,
    });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  }
});

test('a read waits for at most two seconds, and then gets Retry-After', async () => {
  const app = await testApp();
  const client = await testClient(app);
  void pretendEvent(app);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const headers = { 'x-min-position': '1' };
  const waiting = client.call('GET', '/api/v1/stats', { headers });
  await eventually('the read waits', () => expect(vi.getTimerCount()).toBeGreaterThan(0));
  await vi.advanceTimersByTimeAsync(2000);
  const refused = await waiting;
  expect(refused.json()).toMatchObject({ status: 503, code: 'not_ready' });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
});
