import { expect, test } from 'vitest';
import { partsOf } from '../../src/app/app.js';
import { fetchIn, routeFinder } from '../../src/http/inProcess.js';
import { metrics } from '../../src/http/metrics/metrics.js';
import { allRoutes } from '../../src/http/routes/allRoutes.js';
import { note } from '../support/notes.js';
import { ADMIN_KEY, testApp } from '../support/testApp.js';

async function vaultHere() {
  const app = await testApp({ VAULT_AUTH: 'session' });
  const measured = metrics(app);
  const logged: unknown[] = [];
  const ask = fetchIn(partsOf(app), routeFinder(allRoutes(measured, app.config.auth)), {
    id: '7d9ecb1e-6f0f-4f8e-9a6b-0c1d2e3f4a5b',
    log: { error: (line: unknown) => logged.push(line) },
    countRequest: measured.countRequest,
  });
  const call = (method: string, path: string, init: RequestInit = {}) =>
    ask(
      new Request(`http://localhost${path}`, {
        method,
        headers: { 'x-admin-key': ADMIN_KEY, ...init.headers },
        ...(init.body && { body: init.body }),
      }),
    );
  return { app, call, measured, logged };
}

test('a call in this process is answered, and counted, as one over a socket', async () => {
  const { call, measured } = await vaultHere();
  const saved = await call('POST', '/api/v1/observations', { body: JSON.stringify(note()) });
  expect([saved.status, saved.headers.get('x-log-position')]).toEqual([200, '1']);
  const { id } = await saved.json();
  const read = await call('GET', `/api/v1/observations/${id.slice(-8)}?as_of=1`);
  expect([read.status, await read.json()]).toMatchObject([200, { id }]);
  expect(read.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect((await call('DELETE', `/api/v1/observations/${id}`)).status).toBe(204);
  expect(await measured.text()).toMatch(/route="\/api\/v1\/observations\/:id",status="204"} 1/);
});

test('it is refused as one over a socket, and what failed is logged', async () => {
  const { app, call, logged } = await vaultHere();
  const codeOf = async (answer: Promise<Response>) => (await (await answer).json()).code;
  const nobody = { headers: { 'x-admin-key': 'x'.repeat(64) } };
  expect(await codeOf(call('GET', '/api/v1/stats', nobody))).toBe('invalid_admin_key');
  expect(await codeOf(call('GET', '/nowhere'))).toBe('not_found');
  expect(await codeOf(call('GET', '/api/v1/stats?no=1'))).toBe('invalid_parameter');
  expect(await codeOf(call('GET', '/api/v1/observations/%ff'))).toBe('invalid_parameter');
  expect(await codeOf(call('POST', '/api/v1/observations', { body: '{' }))).toBe('invalid_payload');
  // Nothing but a server checks the key of a hive.
  expect(await codeOf(call('GET', '/v1/health'))).toBe('not_found');
  app.search = () => Promise.reject(new Error('out of order'));
  const failed = await (await call('GET', '/api/v1/search?q=x')).json();
  expect(failed).toMatchObject({ status: 500, request_id: '7d9ecb1e-6f0f-4f8e-9a6b-0c1d2e3f4a5b' });
  expect(logged).toMatchObject([{ err: { message: 'out of order' } }]);
});

test('long answers and event streams are read while they are made, and batches are taken', async () => {
  const { app, call } = await vaultHere();
  const lines = [note({ title: 'One' }), note({ title: 'Two' })].map((one) => JSON.stringify(one));
  const batch = await call('POST', '/api/v1/observations/batch', {
    headers: { 'content-type': 'application/x-ndjson' },
    body: lines.join('\n'),
  });
  expect(await batch.json()).toMatchObject({ stored: 2, failed: 0 });
  const archive = await call('GET', '/api/v1/admin/archive');
  expect((await archive.text()).trim().split('\n')).toHaveLength(2);
  const events = await call('GET', '/admin/events', { headers: { accept: 'text/event-stream' } });
  const reader = events.body?.getReader();
  const first = await reader?.read();
  expect(Buffer.from(first?.value ?? []).toString()).toContain('id: 0');
  await reader?.cancel();
  await app.beginStop();
});
