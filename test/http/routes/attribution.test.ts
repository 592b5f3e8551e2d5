import { describe, expect, test } from 'vitest';
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

test('on an open vault a member is the author of its notes unless the note names another', async () => {
  const client = await testClient(await testApp({ VAULT_AUTH: 'open' }));
  const { headers } = await loggedIn(client);
  expect(await saved(client, headers)).toMatchObject({ author: EMAIL, team: 'payments' });
  const said = { author: 'the pair', team: 'infra' };
  expect(await saved(client, headers, said)).toMatchObject(said);
  expect(await saved(client, headers, { author: null })).toMatchObject({ author: EMAIL });
  for (const member of ['author', 'team', 'saved_by']) {
    expect(await saved(client, ADMIN)).not.toHaveProperty(member);
  }
});

describe('on a vault for members only', () => {
  async function vault() {
    const client = await testClient(await testApp({ VAULT_AUTH: 'session' }));
    const [ada, eve] = [await loggedIn(client), await loggedIn(client, 'eve@example.org', 'admin')];
    const post = async (headers: Headers, path: string, payload: object) =>
      client.call('POST', `/api/v1/${path}`, { payload, headers });
    return { client, ada, eve, post };
  }

  test('a member writes notes as itself, whatever the case, and as nobody else', async () => {
    const { client, ada, post } = await vault();
    const own = { author: EMAIL, team: 'payments', saved_by: EMAIL };
    for (const about of [{}, { author: null, team: null }, { author: 'ADA@Example.org' }]) {
      expect(await saved(client, ada.headers, about)).toMatchObject(own);
    }
    expect(await saved(client, ada.headers, { team: 'PayMents' })).toMatchObject(own);
    const before = await client.call('GET', '/api/v1/stats', { headers: ADMIN });
    for (const about of [
      { author: 'bob@example.org' },
      { team: 'infra' },
      { author: EMAIL, team: 'x' },
    ]) {
      const refused = await post(ada.headers, 'observations', note(about));
      expect(refused.json()).toMatchObject({ status: 403, code: 'forbidden' });
      expect(refused.json().detail).toMatch(/^(author|team): must be your own/);
    }
    const after = await client.call('GET', '/api/v1/stats', { headers: ADMIN });
    expect(after.json()).toEqual(before.json());
  });

  test('a member starts sessions and saves prompts for its team only', async () => {
    const { ada, post } = await vault();
    for (const [path, payload] of [
      ['sessions', { project: 'p' }],
      ['prompts', { name: 'review', content: 'x' }],
    ] as const) {
      expect((await post(ada.headers, path, payload)).json()).toMatchObject({ team: 'payments' });
      const spelled = await post(ada.headers, path, { ...payload, team: 'PAYMENTS' });
      expect(spelled.json()).toMatchObject({ team: 'payments' });
      const other = await post(ada.headers, path, { ...payload, team: 'infra' });
      expect(other.json()).toMatchObject({ status: 403, code: 'forbidden' });
    }
  });

  test('an admin writes for anybody', async () => {
    const { client, eve, post } = await vault();
    const said = { author: 'the pair', team: 'infra' };
    for (const headers of [eve.headers, ADMIN]) {
      expect(await saved(client, headers, said)).toMatchObject(said);
      const session = await post(headers, 'sessions', { project: 'p', team: 'infra' });
      expect(session.json()).toMatchObject({ team: 'infra' });
      const prompt = await post(headers, 'prompts', { name: 'n', content: 'x', team: 'infra' });
      expect(prompt.json()).toMatchObject({ team: 'infra' });
    }
  });

  test('each item of a batch is checked, and the others go on', async () => {
    const { client, ada, eve, post } = await vault();
    const id = '01KA5ZHQ7R9T1V3X5Z7B9D1F3H';
    for (const { headers, email, isAdmin } of [
      { ...ada, email: EMAIL, isAdmin: false },
      { ...eve, email: 'eve@example.org', isAdmin: true },
    ]) {
      const payload = [note(), note({ author: 'bob' }), note({ id, content: email })];
      const batch = (await post(headers, 'observations/batch', payload)).json();
      expect(batch).toMatchObject({ stored: isAdmin ? 3 : 2, failed: isAdmin ? 0 : 1 });
      const [first, named, imported] = batch.results;
      const authorOf = async (one: { id: string }) =>
        (await client.call('GET', `${OBSERVATIONS}/${one.id}`, { headers })).json().author;
      expect(await authorOf(first)).toBe(email);
      if (isAdmin) expect(await authorOf(named)).toBe('bob');
      else expect(named).toMatchObject({ line: 2, error: expect.stringMatching(/^author: /) });
      // Only admins may set ids, and an import keeps its author, here none.
      expect(imported.id === id).toBe(isAdmin);
      expect(await authorOf(imported)).toBe(isAdmin ? undefined : email);
    }
  });
});

test('a member may change and forget its own notes, an admin any note', async () => {
  const client = await testClient(await testApp({ VAULT_AUTH: 'session' }));
  const ada = (await loggedIn(client)).headers;
  const bob = (await loggedIn(client, 'bob@example.org')).headers;
  const admin = (await loggedIn(client, 'eve@example.org', 'admin')).headers;
  const [own, imported] = [
    await saved(client, ada),
    await saved(client, ADMIN, { author: 'Ada@Example.org' }),
  ];
  const revise = async ({ id }: { id: string }, headers: Headers) => {
    const payload = { content: `revised with ${Object.values(headers)}` };
    return (await client.call('PATCH', `${OBSERVATIONS}/${id}`, { payload, headers })).statusCode;
  };
  const forget = async ({ id }: { id: string }, headers: Headers) =>
    (await client.call('DELETE', `${OBSERVATIONS}/${id}`, { headers })).statusCode;
  for (const kept of [own, imported]) {
    expect([await revise(kept, bob), await forget(kept, bob)]).toEqual([403, 403]);
    expect([await revise(kept, ada), await revise(kept, admin), await revise(kept, ADMIN)]).toEqual(
      [200, 200, 200],
    );
  }
  // 202 while a file is still being wiped.
  const GONE = [202, 204];
  expect(GONE).toContain(await forget(own, ada));
  expect(await forget(own, bob)).toBe(404);
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
