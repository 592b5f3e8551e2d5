import { expect, test } from 'vitest';
import type { App } from '../../../src/app/app.js';
import { type Client, testClient } from '../../support/client.js';
import { eventually } from '../../support/eventually.js';
import { HIVE, HIVE_KEY } from '../../support/hub.js';
import { ADMIN, note, save } from '../../support/notes.js';
import { documentOf, operationsOf } from '../../support/openapiDocument.js';
import { stateOf } from '../../support/stateOf.js';
import { invited, loggedIn } from '../../support/team.js';
import { testApp } from '../../support/testApp.js';
import { start } from '../../support/workSessions.js';

interface Wish {
  readonly url: string;
  readonly payload?: unknown;
}

/** What is there before. */
interface Made {
  readonly invites: readonly string[];
  readonly session: string;
  /** Of a note, and of one that is proposed. */
  readonly id: string;
  readonly proposed: string;
}

/** For each POST a request, and different requests for the same key. */
type Wishes = readonly [Wish, ...Wish[]];
const WISHES: Record<string, (made: Made) => Wishes> = {
  '/api/v1/observations': () => same('/api/v1/observations', note(), note({ title: 'Another' })),
  '/api/v1/observations/batch': () =>
    same(
      '/api/v1/observations/batch',
      [note()],
      [note({ title: 'Another' }), note()],
      [note(), note({ title: 'Another' })],
      [],
    ),
  '/api/v1/sessions': () => same('/api/v1/sessions', { project: 'p' }, { project: 'q' }),
  '/api/v1/prompts': () =>
    same('/api/v1/prompts', { name: 'n', content: 'c' }, { name: 'n', content: 'd' }),
  '/api/v1/tokens': () =>
    same(
      '/api/v1/tokens',
      { name: 'ci', scope: ['read'] },
      { name: 'ci', scope: ['read', 'write'] },
    ),
  '/api/v1/sessions/{id}/told': ({ session, id }) =>
    same(`/api/v1/sessions/${session}/told`, telling(id, 1), telling(id, 2)),
  '/api/v1/observations/{id}/verdict': ({ id }) =>
    same(
      `/api/v1/observations/${id}/verdict`,
      { verdict: 'helped' },
      { verdict: 'wrong' },
      { verdict: 'helped', revision: 1 },
    ),
  '/api/v1/observations/{id}/accept': ({ id, proposed }) =>
    [proposed, id].map((one) => ({ url: `/api/v1/observations/${one}/accept` })) as [Wish, Wish],
  '/api/v1/observations/forget': ({ id, proposed }) =>
    same(
      '/api/v1/observations/forget',
      { ids: [id] },
      { ids: [proposed] },
      { ids: [id, proposed] },
    ),
  '/auth/redeem': ({ invites: [first, second] }) =>
    same('/auth/redeem', { token: first }, { token: second }),
  '/admin/teams': () => same('/admin/teams', { name: 'red' }, { name: 'blue' }),
  '/admin/teams/{team}/members': () =>
    same(
      '/admin/teams/payments/members',
      { email: 'bob@example.org' },
      { email: 'eve@example.org' },
      { email: 'bob@example.org', role: 'admin' },
    ),
  '/admin/teams/{team}/invites': () =>
    same(
      '/admin/teams/payments/invites',
      { email: 'ada@example.org' },
      { email: 'joe@example.org' },
    ),
  '/admin/purge': () =>
    same('/admin/purge', { project: 'p' }, { project: 'q' }, { project: 'p', dry_run: true }),
  '/admin/forget': () =>
    same(
      '/admin/forget',
      { project: 'p' },
      { project: 'q' },
      { person: 'p' },
      { project: 'p', dry_run: true },
    ),
  '/admin/hive/projects/{project}/pause': () => acts('/admin/hive/projects/p/pause'),
  '/admin/hive/projects/{project}/resume': () => acts('/admin/hive/projects/p/resume'),
  '/admin/hive/members': () =>
    same(
      '/admin/hive/members',
      { name: 'ada' },
      { name: 'bob' },
      { name: 'ada', origin: 'b'.repeat(32) },
    ),
  '/admin/log/verify': () => acts('/admin/log/verify'),
  '/admin/backup': () => acts('/admin/backup'),
  '/admin/projections/rebuild': () => acts('/admin/projections/rebuild?wait=1'),
  '/v1/observations/batch': () =>
    same('/v1/observations/batch', pushed('A'), pushed('B'), pushed('B', 'C'), pushed('A', 'C')),
};

const telling = (id: string, tokens: number) => ({
  moment: 'start',
  notes: [{ id, revision: 1 }],
  tokens,
});

const same = (url: string, ...payloads: [unknown, ...unknown[]]): Wishes =>
  // One per payload, at least one.
  payloads.map((payload) => ({ url, payload })) as [Wish, ...Wish[]];

/** Without a body, requests differ by their route and its parameters. */
const acts = (url: string): Wishes => [
  { url },
  ...['/admin/hive/projects/q/pause', '/admin/projections/rebuild', '/admin/log/verify']
    .filter((other) => other !== url)
    .map((other) => ({ url: other })),
];

const pushed = (...titles: string[]) => ({
  origin: 'a'.repeat(32),
  events: titles.map((title, i) => ({
    event: `01KA5ZJ3M4T6V8X0Y2Z4A6C8${i}0`,
    id: `01KA5ZJ3M4T6V8X0Y2Z4A6C8${i}1`,
    at: 1_700_000_000_000,
    position: i,
    note: { ...note({ title }), created_at: '2026-01-05T10:00:00Z' },
  })),
});

const headers = { ...ADMIN, ...HIVE, 'idempotency-key': 'a-key-of-its-own' };
const post = (client: Client, { url, payload }: Wish) =>
  client.call('POST', url, {
    headers,
    ...(payload !== undefined && { payload: payload as object }),
  });

const ENV = { VAULT_HIVE_INGEST_KEY: HIVE_KEY };
async function vault() {
  const app = await testApp(ENV);
  const client = await testClient(app);
  await loggedIn(client, 'ada@example.org');
  await loggedIn(client, 'joe@example.org');
  const invites = [
    await invited(client, 'ada@example.org'),
    await invited(client, 'joe@example.org'),
  ];
  const { id: session } = await start(client, { project: 'told' });
  const id = await save(client, { project: 'told' });
  const proposed = await save(client, { project: 'told', state: 'proposed' });
  return { app, client, made: { invites, session, id, proposed } };
}

async function reopened(app: App) {
  await app.close();
  const again = await testApp({ ...ENV, VAULT_DATA_DIR: app.config.dataDir });
  return { app: again, client: await testClient(again) };
}

/**
 * A repository is bound once, a call of MCP may stand for several requests, an import recognises its lines by their ids, browsers are not in the log, and what
 * is decided about a proposed note is decided. The secret of a webhook is not to be told twice.
 */
const KEYLESS = [
  '/mcp',
  '/add-checkpoint',
  '/api/v1/repositories',
  '/api/v1/admin/import',
  '/api/v1/admin/import/file',
  '/auth/browser',
  '/oauth/consent',
  '/auth/code',
  '/api/v1/inbox',
  '/api/v1/observations/{id}/refuse',
  '/admin/webhooks',
  '/admin/webhooks/{id}/rotate',
  '/admin/webhooks/{id}/retry',
  '/admin/webhooks/{id}/test',
];

test('the table lists every POST route that takes a key', async () => {
  const posts = operationsOf(await documentOf()).filter(
    ({ method, path }) => method === 'post' && !KEYLESS.includes(path),
  );
  expect(posts.map(({ path }) => path).sort()).toEqual(Object.keys(WISHES).sort());
});

test.each(Object.entries(WISHES))(
  '%s repeats the first answer for the same key, also after a restart, and refuses another request with it',
  async (_path, wishesOf) => {
    const { app, client, made } = await vault();
    const [wish, ...others] = wishesOf(made);
    const first = await post(client, wish);
    expect(first.statusCode, first.body).toBeLessThan(300);
    const told = (response: typeof first) => [
      response.statusCode,
      response.json(),
      response.headers['x-log-position'],
    ];
    const before = await stateOf(app);
    expect(told(await post(client, wish))).toEqual(told(first));
    const later = await reopened(app);
    expect(told(await post(later.client, wish))).toEqual(told(first));
    for (const other of others) {
      const refused = await post(later.client, other);
      expect(refused.json()).toMatchObject({ status: 422, code: 'idempotency_mismatch' });
    }
    expect(await stateOf(later.app)).toEqual(before);
  },
);

test.each(['/admin/log/verify', '/admin/projections/rebuild'])(
  '%s acts once per key, and again without a key',
  async (url) => {
    const { app, client } = await vault();
    const acted = async () =>
      (await client.call('GET', '/admin/events?type=admin.acted', { headers: ADMIN }))
        .json()
        .map(({ data }: { data: { act: string } }) => data.act);
    await post(client, { url });
    await post(client, { url });
    const [act] = await acted();
    expect(await acted()).toEqual([act, 'answer']);
    await eventually('no rebuild is under way', () =>
      expect(app.rebuilder.status().state).toBe('idle'),
    );
    await client.call('POST', url, { headers: ADMIN });
    expect(await acted()).toEqual([act, 'answer', act]);
  },
);

test('the answer to a failed act is not stored for its key', async () => {
  const { app, client } = await vault();
  const verify = () => Promise.reject(new Error('the disk is gone'));
  const failing = await testClient({ ...app, audit: { ...app.audit, verify } });
  expect((await post(failing, { url: '/admin/log/verify' })).statusCode).toBe(500);
  expect((await post(client, { url: '/admin/log/verify' })).statusCode).toBe(200);
});
