import { beforeAll, expect, test } from 'vitest';
import { type Client, testClient } from '../../support/client.js';
import { ADMIN, importNotes, save } from '../../support/notes.js';
import { sharedClient } from '../../support/sharedClient.js';
import { testApp } from '../../support/testApp.js';

const OBSERVATIONS = '/api/v1/observations';

/** The end that all these ids have. */
const SAME = 'XYZ0XYZ0';
const ids = (count: number) =>
  Array.from({ length: count }, (_, i) => `01KA5ZJ3M4T6V8X${100 + i}${SAME}`);

async function vaultWith(count: number): Promise<Client> {
  const client = await testClient(await testApp());
  await importNotes(
    client,
    ids(count).map((id, i) => ({ id, title: `${i}` })),
  );
  return client;
}

const at = (id: string) => `${OBSERVATIONS}/${id}`;
const titleOf = async (client: Client, id: string) =>
  (await client.call('GET', at(id))).json().title;

test('a note is read by the end of its id, in upper or lower case, as soon as it is saved', async () => {
  const client = await testClient(await testApp());
  for (const title of ['a', 'b', 'c']) {
    const id = await save(client, { title });
    for (const length of [8, 12, 25, 26]) {
      const end = id.slice(-length);
      for (const written of [end, end.toLowerCase()]) {
        const got = await client.call('GET', at(written));
        expect(got.json()).toMatchObject({ id, title });
      }
    }
    const history = await client.call('GET', `${at(id.slice(-8).toLowerCase())}/history`);
    expect(history.json()).toMatchObject([{ id, revision: 1 }]);
  }
});

test('a note is revised and forgotten by the end of its id', async () => {
  const client = await testClient(await testApp());
  const [id, other] = [await save(client, { title: 'a' }), await save(client, { title: 'other' })];
  const payload = { title: 'b' };
  const revised = await client.call('PATCH', at(id.slice(-8).toLowerCase()), { payload });
  expect(revised.json()).toMatchObject({ id, title: 'b', revision: 2 });
  const forgotten = await client.call('DELETE', at(id.slice(-8)));
  expect(forgotten.statusCode).toBe(204);
  expect((await client.call('GET', at(id))).statusCode).toBe(404);
  expect((await client.call('GET', at(id.slice(-8)))).statusCode).toBe(404);
  expect((await client.call('DELETE', at(id.slice(-8)))).statusCode).toBe(404);
  expect(await titleOf(client, other)).toBe('other');
});

test('an end that several ids have is refused with their names, and nothing changes', async () => {
  const client = await vaultWith(3);
  const detail = `id: ${SAME} is the end of several ids: ${ids(3).join(', ')}`;
  const payload = { title: 'changed' };
  for (const refused of [
    await client.call('GET', at(SAME.toLowerCase())),
    await client.call('GET', `${at(SAME)}/history`),
    await client.call('PATCH', at(SAME), { payload }),
    await client.call('DELETE', at(SAME)),
  ]) {
    expect(refused.json()).toMatchObject({ status: 409, code: 'conflict', detail });
  }
  for (const [i, id] of ids(3).entries()) {
    expect(await titleOf(client, id)).toBe(`${i}`);
    expect(await titleOf(client, id.slice(-10))).toBe(`${i}`);
  }
});

test.each([
  [6, '1 more'],
  [99, '94 more'],
  [100, 'at least 95 more'],
  [120, 'at least 95 more'],
])('of %d ids with the same end, five are named, and %s', async (count, more) => {
  const client = await vaultWith(count);
  const { detail } = (await client.call('GET', at(SAME))).json();
  const named = ids(5).join(', ');
  expect(detail).toBe(`id: ${SAME} is the end of several ids: ${named} and ${more}`);
});

test('forgotten notes do not make an end ambiguous', async () => {
  const client = await vaultWith(3);
  for (const id of ids(2)) await client.call('DELETE', at(id), { headers: ADMIN });
  expect(await titleOf(client, SAME)).toBe('2');
});

test('as of an earlier moment, an end stands for what was there', async () => {
  const client = await vaultWith(2);
  const [first = ''] = ids(2);
  const payload = { title: 'revised' };
  await client.call('PATCH', at(first), { payload });
  const then = async (as_of: number) => {
    const got = await client.call('GET', `${at(SAME)}?as_of=${as_of}`);
    return got.statusCode === 200 ? got.json().title : got.statusCode;
  };
  expect([await then(0), await then(1), await then(2)]).toEqual([404, '0', 409]);
});

const withOne = sharedClient();
beforeAll(() => importNotes(withOne(), [{ id: ids(1)[0], title: '0' }]));

test.each([
  'ZZZZZZZZ',
  '01KA5ZJ3M4T6V8X0Y2Z4A6C8E',
  SAME.slice(1),
  'U2345678',
  `8${'0'.repeat(25)}`,
])('what is the end of no id gets 404: %s', async (end) => {
  const client = withOne();
  for (const method of ['GET', 'PATCH', 'DELETE'] as const) {
    const payload = { title: 'x' };
    const answer = await client.call(method, at(end), method === 'PATCH' ? { payload } : {});
    expect(answer.json()).toMatchObject({ status: 404, code: 'not_found' });
  }
});

test('an end of less than 8 characters is refused with what is needed', async () => {
  const client = withOne();
  const { detail } = (await client.call('GET', at(SAME.slice(1)))).json();
  expect(detail).toContain('at least the last 8');
});
