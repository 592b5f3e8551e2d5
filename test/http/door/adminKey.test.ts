import { expect, test } from 'vitest';
import { testClient } from '../../support/client.js';
import { ADMIN, note } from '../../support/notes.js';
import { testApp } from '../../support/testApp.js';

const REQUESTS = [
  ['GET', '/api/v1/stats'],
  ['GET', '/api/v1/context/p'],
  ['GET', '/api/v1/sessions/all'],
  ['GET', '/api/v1/hive/status'],
  ['POST', '/api/v1/observations'],
  ['POST', '/api/v1/observations/batch'],
] as const;

test.each(REQUESTS)('%s %s needs no admin key, and refuses a wrong one', async (method, url) => {
  const client = await testClient(await testApp());
  const body = url.endsWith('batch') ? [note()] : note();
  const send = (headers: Record<string, string>) =>
    client.call(method, url, { headers, ...(method === 'POST' && { payload: body }) });
  expect((await send({})).statusCode).toBe(200);
  expect((await send(ADMIN)).statusCode).toBe(200);
  for (const key of ['', 'wrong', `${ADMIN['x-admin-key']} x`]) {
    const refused = await send({ 'x-admin-key': key });
    expect(refused.json()).toMatchObject({ status: 401, code: 'invalid_admin_key' });
  }
});
