import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testClient } from '../../support/client.js';
import { ADMIN_KEY, testApp } from '../../support/testApp.js';
import { testServer } from '../../support/testServer.js';

/** Easy to find in raw bytes, and a secret for the filter in any context. */
const SECRET = 'correct-horse-8f3a91-battery';
const text = (before: string) => `${before} password=${SECRET} <private>${SECRET}</private> after`;

test('no secret reaches any file of the data directory, through any route', async () => {
  const app = await testApp();
  const client = await testClient(app);
  const { id } = (
    await client.call('POST', '/api/v1/sessions', {
      payload: { project: 'p', goal: text('goal') },
    })
  ).json();
  const note = { type: 'task', project: 'p', session_id: id };
  const save = { ...note, title: text('title'), content: text('content'), tags: [text('tag')] };
  const payloads = [
    { method: 'POST', url: '/api/v1/observations', payload: save },
    { method: 'POST', url: '/api/v1/observations', payload: { ...save, dry_run: true } },
    { method: 'POST', url: '/api/v1/observations/batch', payload: [{ ...save, force: true }] },
    { method: 'POST', url: '/api/v1/prompts', payload: { name: 'n', content: text('prompt') } },
    { method: 'PUT', url: '/api/v1/openspec/p', payload: { content: text('conventions') } },
    { method: 'PUT', url: `/api/v1/sessions/${id}`, payload: { summary: text('summary') } },
  ] as const;
  for (const { method, url, payload } of payloads) {
    // With a key, so that the request's fingerprint is stored, too.
    const headers = {
      'x-admin-key': ADMIN_KEY,
      'idempotency-key': `key-${url}-${payloads.length}`,
    };
    const response = await client.call(method, url, {
      payload: payload as object, // Readonly here, but not to inject.
      headers:
        method === 'POST' && !('dry_run' in payload) ? headers : { 'x-admin-key': ADMIN_KEY },
    });
    expect([url, response.statusCode]).toEqual([url, 200]);
    expect(response.body).not.toContain(SECRET);
  }

  const { dataDir } = app.config;
  const files = readdirSync(dataDir);
  expect(files).toContain('log.db-wal');
  const held = (needle: string) =>
    files.filter((file) => readFileSync(join(dataDir, file)).includes(needle));
  expect(held('[REDACTED]')).toContain('log.db-wal');
  expect(held(SECRET)).toEqual([]);
  expect((await client.call('GET', '/api/v1/stats')).json().redactions_total).toBeGreaterThan(10);
});

test('a secret in a name is redacted, and what has that name is found by it', async () => {
  const client = await testClient(await testApp());
  const headers = { 'x-admin-key': ADMIN_KEY };
  const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) => {
    const response = await client.call(method, url, { headers, ...(payload && { payload }) });
    expect([url, response.statusCode < 300]).toEqual([url, true]);
    expect(response.body).not.toContain(SECRET);
    return response.body === '' ? undefined : response.json();
  };
  const name = `password=${SECRET}`;
  const path = encodeURIComponent(name);
  const stored = 'password=[REDACTED]';
  const names = { project: name, team: name, country: name, author: name };
  const note = { type: 'task', title: 'one', content: 'one', ...names };
  const dry = await call('POST', '/api/v1/observations', { ...note, dry_run: true });
  expect(dry.redactions).toEqual([{ kind: 'key-value', count: 4 }]);
  await call('POST', '/api/v1/observations', note);
  const session = await call('POST', '/api/v1/sessions', {
    project: name,
    team: name,
    agent: name,
  });
  expect([session.project, session.team, session.agent]).toEqual([stored, stored, stored]);
  await call('POST', '/api/v1/prompts', { name, content: 'text' });
  await call('PUT', `/api/v1/openspec/${path}`, { content: 'rules' });
  await call('PUT', `/api/v1/sdd/${path}`, { phase: 'spec' });
  // Two names of teams must not become one.
  const refused = await client.call('POST', '/admin/teams', { headers, payload: { name } });
  expect(refused.statusCode).toBe(400);
  expect(refused.body).not.toContain(SECRET);

  expect(await call('GET', `/api/v1/context/${path}`)).toMatchObject([{ project: stored }]);
  expect(await call('GET', `/api/v1/search?q=one&author=${path}`)).toHaveLength(1);
  expect(await call('GET', `/api/v1/openspec/${path}`)).toMatchObject({ content: 'rules' });
  expect(await call('GET', `/api/v1/sdd/${path}`)).toMatchObject({ phase: 'spec' });
  expect(await call('GET', `/api/v1/prompts/${path}`)).toMatchObject({ name: stored });
  await call('DELETE', `/admin/prompts/${path}`);
  expect(await call('POST', '/admin/purge', { team: name })).toMatchObject({ matched: 1 });
});

/** In a refused body, query, header or path. */
const REFUSED = [
  { url: '/api/v1/observations', payload: { title: text('t'), content: SECRET, type: SECRET } },
  { url: '/api/v1/observations', payload: { title: SECRET.repeat(9), content: [SECRET], type: 1 } },
  { url: '/api/v1/observations', payload: { session_id: SECRET, tags: SECRET, dry_run: SECRET } },
  { url: '/api/v1/observations', payload: { [SECRET]: SECRET } },
  { url: '/api/v1/observations', payload: `{"title": "password=${SECRET}` },
  { url: '/api/v1/observations', payload: `password=${SECRET}` },
  { url: '/api/v1/observations', payload: `${SECRET}\u0000` },
  {
    url: '/api/v1/observations',
    payload: { title: `${SECRET}\u0000`, content: `\ud800${SECRET}` },
  },
  { url: '/api/v1/observations/batch', payload: [{ title: SECRET, type: SECRET }, SECRET] },
  { url: '/api/v1/observations/batch', payload: { [SECRET]: 1 } },
  { url: '/api/v1/sessions', payload: { project: '', goal: [SECRET] } },
  {
    url: '/api/v1/prompts',
    payload: { name: SECRET.repeat(9), content: 7, tags: { [SECRET]: 1 } },
  },
  { url: `/api/v1/observations/${SECRET}`, method: 'PATCH', payload: { content: SECRET } },
  { url: '/api/v1/openspec/p', method: 'PUT', payload: { content: [SECRET] } },
  { url: '/api/v1/sdd/p', method: 'PUT', payload: { phase: SECRET } },
  { url: `/api/v1/search?q=x&limit=${SECRET}&type=${SECRET}&from=${SECRET}`, method: 'GET' },
  { url: `/api/v1/timeline/p?from=${SECRET}&cursor=${SECRET}`, method: 'GET' },
  { url: `/api/v1/${SECRET}`, method: 'GET' },
  { url: `/api/v1/observations/${SECRET}`, method: 'GET' },
  { url: '/api/v1/observations', payload: {}, headers: { 'idempotency-key': `${SECRET} \u00e9` } },
  { url: '/api/v1/observations', payload: SECRET, headers: { 'content-type': `text/${SECRET}` } },
  { url: '/api/v1/sdd/p', method: 'PUT', payload: {}, headers: { 'x-admin-key': SECRET } },
] as const;

test('neither the answer to a refused request nor a log line repeats a secret', async () => {
  const app = await testApp({ VAULT_LOG_LEVEL: 'trace' });
  const lines: string[] = [];
  const server = await testServer(app, { logStream: { write: (line) => lines.push(line) } });
  const headers = { 'content-type': 'application/json', 'x-admin-key': ADMIN_KEY };
  for (const request of REFUSED) {
    const response = await server.inject({
      method: 'method' in request ? request.method : 'POST',
      url: request.url,
      headers: { ...headers, ...('headers' in request ? request.headers : {}) },
      // Readonly here, but not to inject.
      payload: 'payload' in request ? (request.payload as object | string) : undefined,
    });
    const [answer, outcome] = [response.body, [request.url, response.statusCode]];
    expect(response.statusCode < 500, String(outcome)).toBe(true);
    expect([...outcome, answer.includes(SECRET)]).toEqual([...outcome, false]);
    expect(JSON.stringify(response.headers)).not.toContain(SECRET);
  }
  expect(lines.length).toBeGreaterThan(REFUSED.length - 2);
  expect(lines.join('').includes(SECRET)).toBe(false);
});

test('when a write fails internally, neither answer nor log line repeats the request', async () => {
  const app = await testApp({ VAULT_LOG_LEVEL: 'trace' });
  const lines: string[] = [];
  const server = await testServer(app, { logStream: { write: (line) => lines.push(line) } });
  // Simulates a disk that fails during the write.
  app.log.appendNext = async (decide) => {
    await decide({ position: 0, at: 0 });
    throw new Error('disk I/O error');
  };
  const payload = { type: 'task', title: text('t'), content: text('c'), tags: [text('g')] };
  const response = await server.inject({ method: 'POST', url: '/api/v1/observations', payload });
  expect(response.statusCode).toBe(500);
  expect(response.body).not.toContain(SECRET);
  expect(lines.join('')).toContain('disk I/O error');
  expect(lines.join('')).not.toContain(SECRET);
});
