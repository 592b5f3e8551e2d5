import { describe, expect, test } from 'vitest';
import { listenAs } from '../../support/messages.js';
import { ADMIN } from '../../support/notes.js';
import { answersOf } from '../../support/wallAnswers.js';
import { MARK, type WalledVault, walledVault } from '../../support/walledVault.js';

/** Who may bring notes with their ids is told which ids there are, and nothing else of what has them. */
const WITH_IDS = ['POST /api/v1/observations/batch'];

const SHARED = { VAULT_SHARED_READING: '1' };

describe.each([
  ['a member of the same team', {}, [], ({ ann }: WalledVault) => ann],
  ['a member of the same team that reads all', SHARED, [], ({ ann }: WalledVault) => ann],
  ['a member of another team', {}, [], ({ bob }: WalledVault) => bob],
  ['an admin of the same team', {}, WITH_IDS, ({ eve }: WalledVault) => eve],
  ['the owner', {}, WITH_IDS, () => ADMIN],
] as const)('%s', (_who, env, except, headersOf) => {
  test('finds nothing personal of somebody else: every answer is the one of a vault without it', async () => {
    const [without, withOther] = [
      await walledVault(false, env),
      await walledVault('personal', env),
    ];
    const expected = await answersOf(without, headersOf(without), except);
    const actual = await answersOf(withOther, headersOf(withOther), except);
    expect(expected.length).toBeGreaterThan(100);
    for (const [i, answer] of actual.entries()) expect(answer).toEqual(expected[i]);
  });
});

describe('who administers the vault', () => {
  test('reads nothing personal of others in the log, an export or an archive', async () => {
    const { client, eve, beta } = await walledVault('personal');
    for (const headers of [ADMIN, eve]) {
      for (const url of [
        '/admin/events?limit=1000',
        '/admin/events?before=1000&limit=1000',
        `/admin/events?stream=observation/${beta.note}`,
        '/admin/export',
        '/admin/export?project=personal',
        '/admin/export?person=abe@example.org',
        '/api/v1/admin/archive',
        '/api/v1/admin/archive?project=personal',
        '/admin/operations',
      ]) {
        const { statusCode, body } = await client.call('GET', url, { headers });
        expect([url, statusCode]).toEqual([url, 200]);
        expect(body, url).not.toContain(MARK);
      }
    }
    const told = await client.call('GET', `/admin/events?stream=observation/${beta.note}`, {
      headers: ADMIN,
    });
    expect(told.json()[0]).toMatchObject({
      type: 'observation.saved',
      data: null,
      personal: true,
    });
  });

  test('forgets nothing personal of others with a project, and all of it with the person', async () => {
    const { client, abe } = await walledVault('personal');
    const mine = async () =>
      (await client.call('GET', '/api/v1/observations?project=personal', { headers: abe })).json()
        .length;
    const before = await mine();
    expect(before).toBeGreaterThan(3);
    for (const [url, payload] of [
      ['/admin/forget', { project: 'personal' }],
      ['/admin/purge', { project: 'personal' }],
    ] as const) {
      const { statusCode, body } = await client.call('POST', url, { headers: ADMIN, payload });
      expect(statusCode, body).toBeLessThan(300);
    }
    expect(await mine()).toBe(before);
    const payload = { person: 'abe@example.org' };
    const { statusCode } = await client.call('POST', '/admin/forget', { headers: ADMIN, payload });
    expect(statusCode).toBeLessThan(300);
    const { body } = await client.call('GET', '/admin/events?type=observation.saved&limit=1000', {
      headers: ADMIN,
    });
    expect(body).not.toContain('"personal":true');
  });
});

test('forgetting what is personal ends the tokens that are bound to it of nobody else', async () => {
  const { client, abe } = await walledVault('personal');
  const made = async (headers: Record<string, string>) => {
    const payload = { name: 'diary', scope: ['read'], projects: ['personal'] };
    const answer = await client.call('POST', '/api/v1/tokens', { headers, payload });
    return { authorization: `Bearer ${answer.json().token}` };
  };
  const [abes, owners] = [await made(abe), await made(ADMIN)];
  const payload = { project: 'personal' };
  await client.call('POST', '/admin/forget', { headers: ADMIN, payload });
  const read = async (headers: Record<string, string>) =>
    (await client.call('GET', '/api/v1/observations', { headers })).statusCode;
  expect([await read(abes), await read(owners)]).toEqual([200, 401]);
});

test('the person sees all of it, without a team', async () => {
  const { client, abe, beta } = await walledVault('personal');
  const get = async (url: string) => (await client.call('GET', url, { headers: abe })).json();
  const found = await get(`/api/v1/observations/${beta.note}`);
  expect(found).toMatchObject({ project: 'Personal', title: MARK, pinned: true });
  expect(found).not.toHaveProperty('team');
  expect(await get(`/api/v1/sessions/${beta.ended}`)).toMatchObject({ state: 'ended' });
  expect((await get(`/api/v1/search?q=${MARK}`)).length).toBeGreaterThan(3);
  expect(await get('/api/v1/projects')).toContainEqual(
    expect.objectContaining({ project: 'Personal', observations_total: 6 }),
  );
});

test('no stream tells an admin of something personal of somebody else, nor that it is forgotten', async () => {
  const { client, abe, eve, own, beta } = await walledVault('personal');
  const url = await client.server.listen({ host: '127.0.0.1', port: 0 });
  const listening = { ...eve, 'last-event-id': '0' };
  const { take } = await listenAs(`${url}/api/v1/observations`, listening);
  const before = await take(3);
  await client.call('DELETE', `/api/v1/observations/${beta.note}`, { headers: abe });
  await client.call('DELETE', `/api/v1/observations/${own.note}`, { headers: eve });
  const heard = JSON.stringify([...before, ...(await take(1))].map(({ data }) => data));
  expect(heard).toContain('forgotten');
  expect(heard).toContain(own.note);
  expect(heard).not.toContain(MARK);
  expect(heard).not.toContain(beta.note);
});
