import { expect, test } from 'vitest';
import { type Client, testClient } from '../../support/client.js';
import { listed, save } from '../../support/notes.js';
import { testApp } from '../../support/testApp.js';

const NOTES = '/api/v1/observations';

const emptyVault = async () => testClient(await testApp());
const get = async (client: Client, id: string, query = '') =>
  (await client.call('GET', `${NOTES}/${id}${query}`)).json();
const setTo = async (client: Client, method: 'PUT' | 'DELETE', id: string) => {
  const answer = await client.call(method, `${NOTES}/${id}/pin`);
  return answer.statusCode;
};

/** Notes of project p, oldest first. */
async function notes(client: Client, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 1; n <= count; n++)
    ids.push(await save(client, { project: 'p', content: `Note ${n}` }));
  return ids;
}

test('a pinned note says so wherever it is shown, until the pin is taken away', async () => {
  const client = await emptyVault();
  const [id = ''] = await notes(client, 1);
  expect(await setTo(client, 'PUT', id.slice(-8))).toBe(204);
  for (const url of [NOTES, '/api/v1/context/p', '/api/v1/timeline/p', '/api/v1/search?q=note'])
    expect(await listed(client, url, 'pinned'), url).toEqual([true]);
  expect(await setTo(client, 'DELETE', id)).toBe(204);
  expect(await get(client, id)).not.toHaveProperty('pinned');
});

test('pinning twice, or taking away no pin, records nothing', async () => {
  const app = await testApp();
  const client = await testClient(app);
  const [id = ''] = await notes(client, 1);
  const head = async () => (await app.log.head()).position;
  await setTo(client, 'DELETE', id);
  expect(await head()).toBe(1);
  for (const _ of [1, 2]) expect(await setTo(client, 'PUT', id)).toBe(204);
  expect(await head()).toBe(2);
});

test('an unknown or forgotten note is not pinned', async () => {
  const client = await emptyVault();
  const [id = ''] = await notes(client, 1);
  await client.call('DELETE', `${NOTES}/${id}`);
  for (const one of [id, '01KA5ZJ3M4T6V8X0Y2Z4A6C8E0', 'Y2Z4A6C8', 'x'])
    expect(await setTo(client, 'PUT', one)).toBe(404);
});

test('the context begins with the pinned notes of the project, within its limit', async () => {
  const client = await emptyVault();
  const [a = '', b = '', c = '', d = ''] = await notes(client, 4);
  const other = await save(client, { project: 'q' });
  for (const id of [b, a, other]) await setTo(client, 'PUT', id);
  expect(await listed(client, '/api/v1/context/P')).toEqual([b, a, d, c]);
  expect(await listed(client, '/api/v1/context/p?limit=3')).toEqual([b, a, d]);
  expect(await listed(client, '/api/v1/context/p?limit=1')).toEqual([b]);
});

test('a superseded note that is pinned stays in the context', async () => {
  const client = await emptyVault();
  const [a = ''] = await notes(client, 1);
  const next = await save(client, { project: 'p', supersedes: a });
  await setTo(client, 'PUT', a);
  expect(await listed(client, '/api/v1/context/p')).toEqual([a, next]);
});

test('a context of long notes has each once, pinned or not', async () => {
  const client = await emptyVault();
  const content = 'long '.repeat(40_000);
  const ids: string[] = [];
  for (let n = 0; n < 6; n++)
    ids.push(await save(client, { project: 'p', content: `${content}${n}` }));
  const [a = '', b = '', c = '', ...others] = ids;
  for (const id of [a, b, c]) await setTo(client, 'PUT', id);
  expect(await listed(client, '/api/v1/context/p')).toEqual([c, b, a, ...others.reverse()]);
});

test('a list of pinned notes has filters, pages and a moment', async () => {
  const client = await emptyVault();
  const [a = '', b = '', c = ''] = await notes(client, 3);
  const other = await save(client, { project: 'q', type: 'task' });
  for (const id of [c, a, other]) await setTo(client, 'PUT', id);
  const pinned = `${NOTES}?pinned=true`;
  expect(await listed(client, pinned)).toEqual([other, c, a]);
  expect(await listed(client, `${pinned}&project=p`)).toEqual([c, a]);
  expect(await listed(client, `${pinned}&type=task`)).toEqual([other]);
  const first = await client.call('GET', `${pinned}&limit=2`);
  const next = /<([^>]+)>/.exec(String(first.headers.link))?.[1] ?? '';
  expect(await listed(client, next)).toEqual([a]);
  await setTo(client, 'DELETE', c);
  expect(await listed(client, pinned)).toEqual([other, a]);
  expect(await listed(client, `${pinned}&as_of=5`)).toEqual([c]);
  expect(await get(client, c, '?as_of=7')).toMatchObject({ pinned: true });
  expect(await get(client, b, '?as_of=7')).not.toHaveProperty('pinned');
  expect((await client.call('GET', `${NOTES}?pinned=false`)).statusCode).toBe(400);
});

test('forgetting a note takes its pin away at every moment', async () => {
  const client = await emptyVault();
  const [a = ''] = await notes(client, 1);
  await setTo(client, 'PUT', a);
  await client.call('DELETE', `${NOTES}/${a}`);
  for (const at of ['', '&as_of=2'])
    expect(await listed(client, `${NOTES}?pinned=true${at}`)).toEqual([]);
});
