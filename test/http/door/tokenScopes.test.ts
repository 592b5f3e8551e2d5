import { expect, test } from 'vitest';
import { SCOPES, type Scope } from '../../../src/domain/accessToken.js';
import { ACCESS, nameOf, ROUTES } from '../../support/accessTable.js';
import { OWN_PAGE } from '../../support/browser.js';
import { type Client, testClient } from '../../support/client.js';
import { ADMIN, note } from '../../support/notes.js';
import { asOwner, loggedIn } from '../../support/team.js';
import { testApp } from '../../support/testApp.js';

/** What routes ask of a token where it is not the usual: `read` of a GET, `write` of all others. Independent of the code. */
const UNUSUAL: Readonly<Record<string, Scope | 'none'>> = {
  // What its tools do, the routes behind them ask for.
  'POST /mcp': 'read',
  'DELETE /api/v1/observations/{id}': 'forget',
  'POST /api/v1/observations/forget': 'forget',
  'POST /api/v1/observations/{id}/refuse': 'forget',
  'DELETE /api/v1/sessions/{id}': 'forget',
  'GET /api/v1/tokens': 'none',
  'POST /api/v1/tokens': 'none',
  'DELETE /api/v1/tokens/{id}': 'none',
  'POST /oauth/consent': 'none',
};

/** What a route asks of a token; undefined where it does not look at one. */
function neededBy(route: (typeof ROUTES)[number]): Scope | 'none' | undefined {
  const name = nameOf(route);
  const access = ACCESS[name];
  if (access === 'everybody' || access === 'vaults') return undefined;
  if (access !== 'data') return 'none';
  return UNUSUAL[name] ?? (route.method === 'GET' ? 'read' : 'write');
}

type Headers = Readonly<Record<string, string>>;

async function bearerOf(client: Client, holder: Headers, scope: readonly Scope[]) {
  const payload = { name: scope.join(' '), scope };
  const { token } = (
    await client.call('POST', '/api/v1/tokens', { headers: holder, payload })
  ).json();
  return { authorization: `Bearer ${token}` };
}

/** Any id, name or number for a parameter. */
const pathOf = ({ path }: (typeof ROUTES)[number], id: string) => path.replaceAll(/\{\w+\}/g, id);

const HOLDERS = ['a member', 'an admin', 'the owner', 'nobody, in an open vault'] as const;

async function vaultOf(who: (typeof HOLDERS)[number]) {
  const auth = who === 'nobody, in an open vault' ? 'open' : 'session';
  const app = await testApp({ VAULT_AUTH: auth, VAULT_HIVE_INGEST_KEY: 'the-key-of-this-hive' });
  const client = await testClient(app);
  if (who === 'the owner') return { app, client, holder: ADMIN };
  if (auth === 'open') return { app, client, holder: {} };
  const role = who === 'an admin' ? 'admin' : 'member';
  return { app, client, holder: (await loggedIn(client, 'ada@example.org', role)).headers };
}

test.each(HOLDERS)(
  'a token of %s calls the routes of its scope, and no other changes anything',
  async (who) => {
    const { app, client, holder } = await vaultOf(who);
    for (const scope of [...SCOPES.map((one) => [one]), [...SCOPES]]) {
      const headers = await bearerOf(client, holder, scope);
      for (const route of ROUTES) {
        const needed = neededBy(route);
        if (needed === undefined) continue;
        const isAllowed = needed !== 'none' && scope.includes(needed);
        // What may be done is done to nothing.
        const payload = isAllowed ? {} : { payload: route.example as object }; // Of a body that is JSON or text.
        const before = await app.log.head();
        for (const prefix of ['', '/vault-api']) {
          const url = `${prefix}${pathOf(route, '01KA5ZHQ7R9T1V3X5Z7B9D1F3H')}`;
          const { statusCode, body } = await client.call(route.method, url, {
            headers: { ...headers, ...OWN_PAGE },
            ...(route.example !== undefined && payload),
          });
          const isRefused =
            statusCode === 403 && /(?:no token may|this needs the scope)/.test(body);
          expect([scope, nameOf(route), isRefused], body).toEqual([
            scope,
            nameOf(route),
            !isAllowed,
          ]);
        }
        if (!isAllowed) expect(await app.log.head(), nameOf(route)).toEqual(before);
      }
    }
  },
);

test('where no token is looked at, one opens nothing', async () => {
  const { app, client, holder } = await vaultOf('an admin');
  const headers = await bearerOf(client, holder, SCOPES);
  const before = await app.log.head();
  const secret = headers.authorization.slice('Bearer '.length);
  const status = async (method: (typeof ROUTES)[number]['method'], url: string, payload?: object) =>
    (
      await client.call(method, url, {
        headers: { ...headers, ...OWN_PAGE },
        ...(payload && { payload }),
      })
    ).statusCode;
  for (const route of ROUTES.filter((one) => ACCESS[nameOf(one)] === 'vaults'))
    expect(await status(route.method, pathOf(route, 'x')), nameOf(route)).toBe(401);
  for (const token of [secret, secret.slice('mvt_'.length)]) {
    expect(await status('POST', '/auth/redeem', { token })).toBe(401);
    expect(await status('POST', '/auth/browser', { token })).toBe(401);
  }
  expect(await app.log.head()).toEqual(before);
});

test('many decisions in one request need the scope of each', async () => {
  const { client, holder } = await vaultOf('the owner');
  const writer = await bearerOf(client, holder, ['read', 'write']);
  const saved = await asOwner(client, 'POST', '/api/v1/observations', note({ state: 'proposed' }));
  const { id } = saved.json();
  const payload = { accept: [], refuse: [id] };
  const refused = await client.call('POST', '/api/v1/inbox', { headers: writer, payload });
  expect(refused.json().detail).toContain('this needs the scope forget');
  expect((await asOwner(client, 'GET', '/api/v1/inbox')).json()).toHaveLength(1);
});

test('every tool of MCP does what the scope allows, and nothing else', async () => {
  const { app, client, holder } = await vaultOf('the owner');
  const { id } = (await asOwner(client, 'POST', '/api/v1/observations', note())).json();
  const headers = await bearerOf(client, holder, ['read']);
  const mcp = async (method: string, params: object) => {
    const payload = { jsonrpc: '2.0', id: 1, method, params };
    return (await client.call('POST', '/mcp', { headers, payload })).json();
  };
  const { tools } = (await mcp('tools/list', {})).result;
  const before = await app.log.head();
  const inputs: Readonly<Record<string, object>> = {
    memory_search: { query: 'x', project: 'p' },
    memory_get: { ids: [id] },
    memory_timeline: { project: 'p' },
    memory_context: { project: 'p' },
    memory_save: { ...note(), project: 'p' },
    memory_update: { id, content: 'else' },
    memory_forget: { id, title: note().title },
    memory_session: { action: 'start', project: 'p' },
  };
  const named = tools.map(({ name }: { name: string }) => name);
  expect(named.sort()).toEqual(Object.keys(inputs).sort());
  for (const { name, annotations } of tools) {
    const { result } = await mcp('tools/call', { name, arguments: inputs[name] });
    expect([name, result.isError === true]).toEqual([name, annotations.readOnlyHint !== true]);
    if (result.isError) expect(result.content[0].text).toContain('this needs the scope');
  }
  expect(await app.log.head()).toEqual(before);
});
