import { expect, test } from 'vitest';
import { type Client, testClient } from '../../support/client.js';
import { ADMIN, note } from '../../support/notes.js';
import { loggedIn } from '../../support/team.js';
import { testApp } from '../../support/testApp.js';

const OBSERVATIONS = '/api/v1/observations';
const EMAIL = 'ada@example.org';

type Headers = Record<string, string>;

async function saved(client: Client, headers: Headers, about: object = {}) {
  const payload = note({ ...about });
  const { id } = (await client.call('POST', OBSERVATIONS, { payload, headers })).json();
  return (await client.call('GET', `${OBSERVATIONS}/${id}`, { headers: ADMIN })).json();
}

test.each(['open', 'session'])(
  'VAULT_AUTH=%s: a member is the author of its notes unless the note names another',
  async (auth) => {
    const client = await testClient(await testApp({ VAULT_AUTH: auth }));
    const { headers } = await loggedIn(client);
    expect(await saved(client, headers)).toMatchObject({ author: EMAIL, team: 'payments' });
    const said = { author: 'the pair', team: 'infra' };
    expect(await saved(client, headers, said)).toMatchObject(said);
    expect(await saved(client, headers, { author: null })).toMatchObject({ author: EMAIL });
    for (const member of ['author', 'team']) {
      expect(await saved(client, ADMIN)).not.toHaveProperty(member);
    }
  },
);

test('a work session of a member belongs to the member’s team', async () => {
  const client = await testClient(await testApp({ VAULT_AUTH: 'session' }));
  const { headers } = await loggedIn(client);
  const start = async (payload: object, as: Headers = headers) =>
    (await client.call('POST', '/api/v1/sessions', { payload, headers: as })).json();
  expect(await start({ project: 'p' })).toMatchObject({ team: 'payments' });
  expect(await start({ project: 'p', team: 'infra' })).toMatchObject({ team: 'infra' });
  expect(await start({ project: 'p' }, ADMIN)).not.toHaveProperty('team');
});

test('each item of a batch gets its author, but imported notes keep theirs', async () => {
  const client = await testClient(await testApp({ VAULT_AUTH: 'session' }));
  const id = '01KA5ZHQ7R9T1V3X5Z7B9D1F3H';
  for (const role of ['member', 'admin']) {
    const { headers } = await loggedIn(client, `${role}@example.org`, role);
    const payload = [note(), note({ author: 'bob' }), note({ id, content: role })];
    const batch = await client.call('POST', `${OBSERVATIONS}/batch`, { payload, headers });
    const { results } = batch.json();
    expect(batch.json()).toMatchObject({ stored: 3 });
    const authors = [];
    for (const { id } of results) {
      const kept = await client.call('GET', `${OBSERVATIONS}/${id}`, { headers });
      authors.push(kept.json().author);
    }
    const email = `${role}@example.org`;
    // Only admins may set ids.
    expect(authors).toEqual([email, 'bob', role === 'admin' ? undefined : email]);
    expect(results[2].id === id).toBe(role === 'admin');
  }
});

test('a member may change and forget its own notes, an admin any note', async () => {
  const client = await testClient(await testApp({ VAULT_AUTH: 'session' }));
  const ada = (await loggedIn(client)).headers;
  const bob = (await loggedIn(client, 'bob@example.org')).headers;
  const admin = (await loggedIn(client, 'eve@example.org', 'admin')).headers;
  const [own, renamed, imported] = [
    await saved(client, ada),
    await saved(client, ada, { author: 'the pair' }),
    await saved(client, ADMIN, { author: 'Ada@Example.org' }),
  ];
  const revise = async ({ id }: { id: string }, headers: Headers) => {
    const payload = { content: `revised with ${Object.values(headers)}` };
    return (await client.call('PATCH', `${OBSERVATIONS}/${id}`, { payload, headers })).statusCode;
  };
  const forget = async ({ id }: { id: string }, headers: Headers) =>
    (await client.call('DELETE', `${OBSERVATIONS}/${id}`, { headers })).statusCode;
  for (const kept of [own, renamed, imported]) {
    expect([await revise(kept, bob), await forget(kept, bob)]).toEqual([403, 403]);
    expect([await revise(kept, ada), await revise(kept, admin), await revise(kept, ADMIN)]).toEqual(
      [200, 200, 200],
    );
  }
  // 202 while a file is still being wiped.
  const GONE = [202, 204];
  expect(GONE).toContain(await forget(own, ada));
  expect(await forget(own, bob)).toBe(404);
  expect(GONE).toContain(await forget(renamed, admin));
  expect(GONE).toContain(await forget(imported, ADMIN));
});

test('on an open vault everybody may change any note, logged in or not', async () => {
  const client = await testClient(await testApp());
  const { id } = await saved(client, (await loggedIn(client)).headers);
  const bob = (await loggedIn(client, 'bob@example.org')).headers;
  for (const [content, headers] of [
    ['a', bob],
    ['b', {}],
  ] as const) {
    const url = `${OBSERVATIONS}/${id}`;
    expect((await client.call('PATCH', url, { payload: { content }, headers })).statusCode).toBe(
      200,
    );
  }
});
