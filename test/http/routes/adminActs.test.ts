import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { type App, partsOf } from '../../../src/app/app.js';
import { sendProblem } from '../../../src/http/answers/problem.js';
import { route } from '../../../src/http/route.js';
import { mount } from '../../../src/http/server.js';
import { testClient } from '../../support/client.js';
import { ADMIN } from '../../support/notes.js';
import { loggedIn, MEMBERS } from '../../support/team.js';
import { testApp } from '../../support/testApp.js';

/** All events of the log except those of the setup. */
const eventsAfter = async (app: App, position: number) =>
  (await app.log.readAfter(position, 100)).map((event) => ({
    type: event.type,
    actor: event.meta.actor,
    data: event.type === 'erased' ? null : event.data,
  }));

const countRoute = route({
  method: 'POST',
  path: '/admin/count/{what}',
  operationId: 'count',
  tag: 'admin',
  summary: 'Count',
  description: 'Counts something.',
  audience: 'admin',
  act: 'verify',
  params: z.object({ what: z.string() }),
  query: z.object({ from: z.coerce.number().optional(), to: z.string().optional() }),
  body: z.object({ deep: z.boolean() }),
  answers: {},
  errors: [],
  handle: ({ params }) => params,
});

/** A server with one route for an act without an event type of its own. */
function counting(app: App) {
  const server = Fastify();
  server.setErrorHandler((error, request, reply) => sendProblem(error, request, reply));
  mount(server, partsOf(app), countRoute);
  onTestFinished(() => server.close());
  return (headers: Record<string, string>, payload: object = { deep: true }) =>
    server.inject({
      method: 'POST',
      url: '/admin/count/notes?from=1&token=unknown',
      headers,
      payload,
    });
}

test('each act is recorded with its actor and its parameters', async () => {
  const app = await testApp();
  const { member, headers } = await loggedIn(await testClient(app), 'ada@example.org', 'admin');
  const { position } = await app.log.head();
  const count = counting(app);
  for (const sent of [ADMIN, ADMIN, headers]) expect((await count(sent)).statusCode).toBe(200);
  const act = {
    type: 'admin.acted',
    data: { act: 'verify', detail: { what: 'notes', from: '1', deep: 'true' } },
  };
  expect(await eventsAfter(app, position)).toEqual([
    { ...act, actor: 'admin' },
    { ...act, actor: 'admin' },
    { ...act, actor: `member:${member}` },
  ]);
});

test('a refused request is not recorded as an act', async () => {
  const app = await testApp();
  const { headers } = await loggedIn(await testClient(app));
  const before = await app.log.head();
  const count = counting(app);
  expect((await count({})).statusCode).toBe(401);
  expect((await count(headers)).statusCode).toBe(403);
  expect((await count(ADMIN, { deep: 1 })).statusCode).toBe(400);
  expect(await app.log.head()).toEqual(before);
});

test('a secret in the parameters of an act is not stored', async () => {
  const app = await testApp();
  const url = '/admin/export?project=password%3Dcorrect-horse-8f3a91-battery';
  const answer = await (await testClient(app)).call('GET', url, { headers: ADMIN });
  expect(answer.statusCode).toBe(200);
  expect(await eventsAfter(app, 0)).toEqual([
    {
      type: 'admin.acted',
      actor: 'admin',
      data: { act: 'export', detail: { project: 'password=[REDACTED]' } },
    },
  ]);
});

const TWICE = [
  ['PUT', '/api/v1/sdd/p', { phase: 'spec' }, 'sdd.phase_entered'],
  ['PUT', '/api/v1/openspec/p', { content: 'c' }, 'conventions.published'],
  ['POST', '/admin/purge', { project: 'nobody' }, 'vault.purged'],
  ['GET', '/admin/export', undefined, 'admin.acted'],
  ['POST', '/admin/hive/projects/p/pause', undefined, 'hive.project_paused'],
  ['POST', '/admin/hive/projects/p/resume', undefined, 'hive.project_resumed'],
  ['POST', '/admin/log/verify', undefined, 'admin.acted'],
  ['POST', '/admin/backup', undefined, 'admin.acted'],
  ['POST', '/admin/projections/rebuild?wait=1', undefined, 'admin.acted'],
] as const;

test.each(TWICE)(
  '%s %s is recorded with its actor, also the second identical request',
  async (method, url, payload, type) => {
    const app = await testApp();
    const client = await testClient(app);
    const { member, headers } = await loggedIn(client, 'ada@example.org', 'admin');
    const { position } = await app.log.head();
    for (const sent of [ADMIN, ADMIN, headers]) {
      const answer = await client.call(method, url, { headers: sent, ...(payload && { payload }) });
      expect(answer.statusCode).toBe(200);
    }
    const acts = (await eventsAfter(app, position)).map((event) => [event.type, event.actor]);
    expect(acts).toEqual([
      [type, 'admin'],
      [type, 'admin'],
      [type, `member:${member}`],
    ]);
  },
);

test('no envelope contains an e-mail', async () => {
  const app = await testApp();
  const client = await testClient(app);
  const { headers } = await loggedIn(client, 'ada@example.org', 'admin');
  await client.call('POST', MEMBERS, { payload: { email: 'bob@example.org' }, headers });
  for (const event of await app.log.readAfter(0, 100)) {
    const { data, ...envelope } = { data: undefined, ...event };
    expect(data).toBeDefined();
    expect(JSON.stringify(envelope).toLowerCase()).not.toMatch(/example|@|payments/);
  }
});
