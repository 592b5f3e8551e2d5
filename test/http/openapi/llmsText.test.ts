import fastify from 'fastify';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, test } from 'vitest';
import { STATUSES } from '../../../src/http/answers/problem.js';
import { llmsText } from '../../../src/http/openapi/llmsText.js';
import { llmsRoute } from '../../../src/http/routes/service.js';
import { ROUTES } from '../../support/accessTable.js';
import { type Client, testClient } from '../../support/client.js';
import { documentOf, operationsOf } from '../../support/openapiDocument.js';
import { testApp } from '../../support/testApp.js';

const text = llmsText(ROUTES);

test('/llms.txt is plain text for everybody, also where others need a credential', async () => {
  const client = await testClient(await testApp({ VAULT_AUTH: 'session' }));
  const answer = await client.call('GET', '/llms.txt');
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(answer.body).toBe(text);
});

test('/llms.txt that could not be made is made by the next request', async () => {
  let asked = 0;
  const { handle } = llmsRoute(() => {
    asked += 1;
    if (asked === 1) throw new Error('not yet');
    return ROUTES;
  });
  const server = fastify();
  // The route uses nothing else of a call.
  const answer = (call: object) => handle(call as Parameters<typeof handle>[0]);
  server.get('/', (_request, reply) => answer({ reply }));
  expect((await server.inject('/')).statusCode).toBe(500);
  expect((await server.inject('/')).body).toBe(text);
});

test('it has at most 2,000 tokens', () => {
  expect(countTokens(text)).toBeLessThanOrEqual(2000);
});

test('it has the form of llmstxt.org: one title, a summary as a quote, then sections', async () => {
  const lines = text.split('\n').filter((line) => line !== '');
  expect(lines[0]).toBe('# Memory Vault');
  expect(lines[1]).toMatch(/^> /);
  expect(text.match(/^# /gm)).toHaveLength(1);
  expect(text.match(/^## /gm)?.length).toBeGreaterThan(3);
  const links = [...text.matchAll(/\]\((.*?)\)/g)].map(([, link]) => link);
  expect(links.length).toBeGreaterThan(3);
  const { paths } = await documentOf();
  for (const link of links) expect(Object.keys(paths)).toContain(link);
});

test('every call, parameter and header that it names is in the API document', async () => {
  const operations = operationsOf(await documentOf());
  const known = new Set(
    operations.flatMap(({ operation }) => operation.parameters?.map(({ name }) => name) ?? []),
  );
  const calls = [...text.matchAll(/\b(GET|POST|PUT|PATCH|DELETE) (\/[^\s`?]*)(\?\S+)?/g)];
  expect(calls.length).toBeGreaterThan(12);
  for (const [call, method = '', path = '', query = ''] of calls) {
    const found = operations.find(
      (one) => one.path === path && one.method === method.toLowerCase(),
    );
    const parameters = found?.operation.parameters?.map(({ name }) => name) ?? [];
    expect(found, call).toBeDefined();
    expect(parameters, call).toEqual(
      expect.arrayContaining([...new URLSearchParams(query).keys()]),
    );
  }
  for (const name of ['Idempotency-Key', 'limit', 'offset', 'content_limit', 'ids']) {
    expect(text).toContain(`\`${name}\``);
    expect([...known]).toContain(name);
  }
});

test('every code of a refusal stands in the row of its status', () => {
  const rows = [...text.matchAll(/^\| ([\d, ]+) \| (.*?) \|/gm)];
  expect(rows.length).toBe(8);
  for (const [, statuses = '', codes = ''] of rows) {
    for (const [, code = ''] of codes.matchAll(/`(\w+)`/g)) {
      // The cast is checked by the expectation: another name has no status.
      expect(statuses.split(', '), code).toContain(String(STATUSES[code as keyof typeof STATUSES]));
    }
  }
});

test('its examples do what it says', async () => {
  const client = await testClient(await testApp());
  const [start, note, summary] = [...text.matchAll(/^ +(\{.*\})$/gm)].map(([, body = '']) => body);
  const session = await post(client, '/api/v1/sessions', start);
  expect(session).toMatchObject({ state: 'active' });
  expect(await post(client, '/api/v1/sessions', start)).toMatchObject({
    id: session.id,
    existing: true,
  });
  const own = JSON.stringify({ ...JSON.parse(note ?? ''), session_id: session.id });
  const { id } = await post(client, '/api/v1/observations', own);
  expect(await post(client, '/api/v1/observations', own)).toMatchObject({ existing_id: id });
  const search = text.match(/GET (\/api\/v1\/search\?\S+)/)?.[1] ?? '';
  expect((await client.call('GET', search)).json()).toMatchObject([{ id }]);
  const read = await client.call('GET', `/api/v1/observations?ids=${id.slice(-8)}`);
  expect(read.json()).toMatchObject({ observations: [{ id }], missing: [] });
  const ended = await client.call('PUT', `/api/v1/sessions/${session.id}`, {
    payload: summary ?? '',
    headers: { 'content-type': 'application/json' },
  });
  expect(ended.json()).toMatchObject({ state: 'ended' });
});

async function post(client: Client, url: string, payload = '') {
  const headers = { 'content-type': 'application/json' };
  return (await client.call('POST', url, { payload, headers })).json();
}
