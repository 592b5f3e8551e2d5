import { expect, test } from 'vitest';
import { ACCESS, nameOf, ROUTES } from '../../support/accessTable.js';
import { OWN_PAGE } from '../../support/browser.js';
import { type Client, testClient } from '../../support/client.js';
import { ADMIN } from '../../support/notes.js';
import { loggedIn } from '../../support/team.js';
import { testApp } from '../../support/testApp.js';

type Who = 'anonymous' | 'member' | 'admin' | 'owner';
const EVERYBODY: readonly Who[] = ['anonymous', 'member', 'admin', 'owner'];

const IN: Record<string, Record<'open' | 'session', readonly Who[]>> = {
  everybody: { open: EVERYBODY, session: EVERYBODY },
  data: { open: EVERYBODY, session: ['member', 'admin', 'owner'] },
  known: { open: ['member', 'admin', 'owner'], session: ['member', 'admin', 'owner'] },
  members: { open: ['member', 'admin'], session: ['member', 'admin'] },
  admins: { open: ['admin', 'owner'], session: ['admin', 'owner'] },
  // Other vaults use the hive key, independent of other credentials.
  vaults: { open: [], session: [] },
};

test('the table lists exactly the existing routes', () => {
  expect(ROUTES.map(nameOf).sort()).toEqual(Object.keys(ACCESS).sort());
});

async function headersOf(client: Client, who: Who): Promise<Record<string, string>> {
  if (who === 'anonymous') return {};
  if (who === 'owner') return ADMIN;
  const email = `${who}@example.org`;
  return (await loggedIn(client, email, who)).headers;
}

const CASES = (['open', 'session'] as const).flatMap((auth) =>
  EVERYBODY.map((who) => ({ auth, who })),
);

test.each(CASES)('with VAULT_AUTH=$auth, $who may call exactly the allowed routes', async (one) => {
  const { auth, who } = one;
  const app = await testApp({ VAULT_AUTH: auth, VAULT_HIVE_INGEST_KEY: 'the-key-of-this-hive' });
  const client = await testClient(app);
  const headers = await headersOf(client, who);
  // The logout comes last, because it ends the session that the others need.
  const routes = [...ROUTES].sort((a, b) => order(a) - order(b));
  for (const route of routes) {
    const name = nameOf(route);
    const url = route.path.replaceAll(/\{\w+\}/g, '01KA5ZHQ7R9T1V3X5Z7B9D1F3H');
    const payload = route.example === undefined ? {} : { payload: withoutAuthor(route.example) };
    const before = await app.log.head();
    const { statusCode, body } = await client.call(route.method, url, {
      headers: { ...headers, ...OWN_PAGE },
      ...payload,
    });
    // The example token is no valid invite, and no login.
    const refused =
      [401, 403].includes(statusCode) && !/invalid_invite|not a valid session token/.test(body);
    const allowed = IN[ACCESS[name] ?? '']?.[auth].includes(who);
    expect([name, !refused], body).toEqual([name, allowed]);
    if (allowed) continue;
    const forbidden = who === 'member' && ACCESS[name] === 'admins';
    expect([name, statusCode]).toEqual([name, forbidden ? 403 : 401]);
    expect(await app.log.head()).toEqual(before);
  }
});

/** An example that anybody may send: behind walls, a member may not name another author. */
function withoutAuthor(example: unknown): object | string {
  if (typeof example === 'string') return example;
  // Other examples of bodies are JSON objects and arrays.
  const body = example as object;
  return 'author' in body ? { ...body, author: undefined } : body;
}

const order = (route: (typeof ROUTES)[number]) =>
  nameOf(route) === 'DELETE /auth/session' ? 1 : 0;

test('a caller without credentials is refused before the body is read, valid or not', async () => {
  const client = await testClient(await testApp({ VAULT_AUTH: 'session' }));
  const headers = { 'content-type': 'application/json' };
  for (const payload of ['{', ' '.repeat(2_000_000)]) {
    const refused = await client.call('POST', '/api/v1/observations', { payload, headers });
    expect(refused.json()).toMatchObject({ status: 401, code: 'missing_credential' });
  }
});

test.each(['open', 'session'])(
  'VAULT_AUTH=%s: a wrong credential is refused on every route that reads it',
  async (auth) => {
    const client = await testClient(await testApp({ VAULT_AUTH: auth }));
    const { headers } = await loggedIn(client);
    const wrong = [
      [{ 'x-session-token': '' }, 'invalid_session'],
      [{ 'x-session-token': 'f'.repeat(64) }, 'invalid_session'],
      [{ 'x-session-token': `${headers['x-session-token']}0` }, 'invalid_session'],
      [{ ...ADMIN, 'x-session-token': 'x' }, 'invalid_session'],
      [{ 'x-admin-key': 'wrong' }, 'invalid_admin_key'],
      [{ ...headers, 'x-admin-key': 'wrong' }, 'invalid_admin_key'],
    ] as const;
    for (const [sent, code] of wrong) {
      for (const url of ['/api/v1/stats', '/auth/me', '/admin/teams', '/vault-api/api/v1/stats']) {
        const refused = await client.call('GET', url, { headers: sent });
        expect([url, refused.statusCode, refused.json().code]).toEqual([url, 401, code]);
      }
      for (const url of ['/healthz', '/openapi.json']) {
        expect((await client.call('GET', url, { headers: sent })).statusCode).toBe(200);
      }
    }
    // Only in its header.
    const query = await client.call(
      'GET',
      `/auth/me?x-session-token=${headers['x-session-token']}`,
    );
    expect(query.json()).toMatchObject({ status: 400, code: 'invalid_parameter' });
  },
);

test('HEAD needs the same credentials as GET', async () => {
  const client = await testClient(await testApp({ VAULT_AUTH: 'session' }));
  const { headers } = await loggedIn(client);
  for (const [url, stranger, member] of [
    ['/api/v1/stats', 401, 200],
    ['/admin/teams', 401, 403],
    ['/auth/me', 401, 200],
    ['/healthz', 200, 200],
  ] as const) {
    const statuses = [{}, headers].map((sent) => client.call('HEAD', url, { headers: sent }));
    const answers = await Promise.all(statuses);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([stranger, member]);
  }
});

test('the API document lists the credentials of each route', async () => {
  for (const auth of ['open', 'session'] as const) {
    const client = await testClient(await testApp({ VAULT_AUTH: auth }));
    const { paths, security: usual } = (await client.call('GET', '/openapi.json')).json();
    const either = [{ bearer: [] }, { sessionToken: [] }, { adminKey: [] }];
    const expected = {
      everybody: [],
      data: auth === 'open' ? [{}, ...either] : either,
      known: either,
      members: [{ bearer: [] }, { sessionToken: [] }],
      admins: [{ bearer: [] }, { sessionToken: ['admin'] }, { adminKey: [] }],
      vaults: [{ hiveKey: [] }],
    };
    for (const { method, path } of ROUTES.filter(({ undocumented }) => !undocumented)) {
      const { security = usual } = paths[path][method.toLowerCase()];
      expect([path, security]).toEqual([path, expected[ACCESS[`${method} ${path}`] ?? 'data']]);
    }
  }
});
