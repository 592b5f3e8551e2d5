import { expect, test } from 'vitest';
import type { DiagnosticCode } from '../../../src/diagnostics/catalogue.js';
import { Diagnostic } from '../../../src/diagnostics/diagnostic.js';
import { problemOf } from '../../../src/http/answers/problem.js';
import type { AnswerHead } from '../../../src/http/route.js';
import { LogRefused } from '../../../src/log/logFailures.js';
import { type Client, testClient } from '../../support/client.js';
import { ADMIN, note, save } from '../../support/notes.js';
import { sharedClient } from '../../support/sharedClient.js';
import { stateOf } from '../../support/stateOf.js';
import { testApp } from '../../support/testApp.js';
import { testServer } from '../../support/testServer.js';

const vault = sharedClient();

const OBSERVATIONS = '/api/v1/observations';

const refuse = (client: Client, headers: Record<string, string> = {}) =>
  client.call('POST', OBSERVATIONS, { payload: note({ title: '' }), headers });

test('an error has one shape: problem details, code, and error for older clients', async () => {
  const client = vault();
  const refused = await refuse(client, { 'x-request-id': 'r-1' });
  expect(refused.json()).toEqual({
    type: 'about:blank',
    title: 'Bad Request',
    status: 400,
    code: 'invalid_payload',
    detail: 'title: must not be empty',
    error: 'title: must not be empty',
    errors: [{ path: '/title', message: 'must not be empty' }],
    request_id: 'r-1',
  });
});

const EMPTY = { headers: { 'content-type': 'application/json', 'content-length': '0' } };

test('an empty body of JSON is as none: enough where none is taken, and missing where one is', async () => {
  const client = vault();
  const id = await save(client);
  const pinned = await client.call('PUT', `${OBSERVATIONS}/${id}/pin`, EMPTY);
  expect(pinned.statusCode, pinned.body).toBe(204);
  const forgotten = await client.call('DELETE', `${OBSERVATIONS}/${id}`, EMPTY);
  expect(forgotten.statusCode, forgotten.body).toBeLessThan(300);
  const refused = await client.call('POST', OBSERVATIONS, EMPTY);
  expect(refused.json()).toMatchObject({ code: 'invalid_payload', detail: 'body: is required' });
});

test('a body where none is taken changes nothing: somebody may mean to only try it', async () => {
  const client = vault();
  const id = await save(client);
  const url = `${OBSERVATIONS}/${id}`;
  const refused = await client.call('DELETE', url, { payload: { dry_run: true } });
  expect(refused.json()).toMatchObject({
    detail: 'dry_run: is not known: no member is allowed here',
  });
  expect((await client.call('GET', url)).statusCode).toBe(200);
});

test('the field errors is only present when the input is invalid', async () => {
  const client = vault();
  const missing = await client.call('GET', `${OBSERVATIONS}/x`);
  expect(missing.json()).not.toHaveProperty('errors');
});

test.each([
  ['application/json', undefined],
  ['application/json', '*/*'],
  ['application/json', 'application/json'],
  ['application/problem+json', 'application/problem+json'],
  ['application/problem+json', 'application/json, Application/Problem+JSON;q=0.9'],
])('an error is sent as %s to a caller that accepts %s', async (type, accept) => {
  const client = vault();
  const refused = await refuse(client, accept === undefined ? {} : { accept });
  expect(String(refused.headers['content-type']).split(';')[0]).toBe(type);
});

test('a successful answer is application/json for any Accept header', async () => {
  const client = vault();
  const headers = { accept: 'application/problem+json' };
  const ok = await client.call('GET', '/healthz', { headers });
  expect(ok.headers['content-type']).toMatch(/^application\/json/);
});

test('the errors of path, query and body are reported together', async () => {
  const client = vault();
  const refused = await client.call('PUT', '/api/v1/sdd/%20', {
    payload: { phase: 'x' },
    headers: ADMIN,
  });
  expect(refused.json()).toMatchObject({ errors: [{ path: '/project' }, { path: '/phase' }] });
});

test('an internal error reveals nothing about the service', async () => {
  const app = await testApp();
  const current = async () => {
    throw new Error('near "SELECT * FROM observations" at /vault/node_modules/x.js');
  };
  const client = await testClient({ ...app, readModels: { ...app.readModels, current } });
  const failed = await client.call('GET', '/api/v1/context/p');
  expect(failed.json()).toMatchObject({ status: 500, code: 'internal_error' });
  expect(failed.body).not.toMatch(/table|sql|observations|node_modules|\/|at /i);
  expect(failed.headers['access-control-allow-origin']).toBe('http://localhost:5173');
});

test('a file that cannot be read is 503, and only the log of the service names it', async () => {
  const app = await testApp({ VAULT_LOG_LEVEL: 'error' });
  const damage = { code: 'SQLITE_IOERR_READ', file: '/vault/log.db' };
  const log = {
    ...app.log,
    readEntries: async () => {
      throw Object.assign(new Error('disk I/O error'), damage);
    },
  };
  const lines: string[] = [];
  const server = await testServer(
    { ...app, log },
    { logStream: { write: (line) => lines.push(line) } },
  );
  const failed = await server.inject({ url: '/admin/events', headers: ADMIN });
  expect(failed.statusCode).toBe(503);
  expect(failed.headers['retry-after']).toBe('1');
  expect(failed.json()).toMatchObject({ code: 'not_ready' });
  expect(failed.body).not.toMatch(/vault\/|I\/O/);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { code: 'disk_failed', file: '/vault/log.db' },
  ]);
  await server.close();
});

test('a refused request changes nothing', async () => {
  const { app, ...client } = vault();
  const before = await stateOf(app);
  await refuse(client);
  await client.call('DELETE', OBSERVATIONS);
  await client.call('POST', '/api/v1/nothing', { payload: note() });
  expect(await stateOf(app)).toEqual(before);
});

test('a refusal names no time to try again where only a person can mend the log', () => {
  const headersOf = (code: DiagnosticCode) => {
    const headers: Record<string, unknown> = {};
    const reply: AnswerHead = {
      statusCode: 503,
      code: () => reply,
      type: () => reply,
      getHeader: (name) => headers[name],
      header(name, value) {
        headers[name] = value;
        return reply;
      },
    };
    const error = new LogRefused('nothing was stored', new Diagnostic(code, 'saves are refused'));
    problemOf(error, { id: 'r', log: { error: () => {} } }, reply);
    return headers;
  };
  expect(headersOf('log_damaged')).toEqual({});
  expect(headersOf('log_locked')).toEqual({ 'retry-after': 1 });
});
