import { expect, test } from 'vitest';
import { type Client, testClient } from '../../support/client.js';
import { listed, note, save, UNKNOWN_SESSION } from '../../support/notes.js';
import { testApp } from '../../support/testApp.js';

const SESSION = { session_id: UNKNOWN_SESSION };
const OTHER_SESSION = { session_id: '01KA5ZHQ7R9T1V3X5Z7B9D1F3J' };

const post = (client: Client, about: Record<string, unknown>) =>
  client.call('POST', '/api/v1/observations', { payload: note(about) });

test('a hundred concurrent identical saves store one event', async () => {
  const app = await testApp();
  const client = await testClient(app);
  const saves = Array.from({ length: 100 }, () => post(client, SESSION));
  const answers = (await Promise.all(saves)).map((response) => response.json());
  const stored = answers.filter(({ id }) => id);
  expect(stored).toHaveLength(1);
  const duplicate = { deduplicated: true, existing_id: stored[0].id };
  expect(answers.filter(({ deduplicated }) => deduplicated)).toEqual(Array(99).fill(duplicate));
  expect((await app.log.head()).position).toBe(1);
});

test('the answer to a duplicate has the position of the first note', async () => {
  const client = await testClient(await testApp());
  await save(client, SESSION);
  await save(client, { ...SESSION, content: 'Other.' });
  const again = await post(client, SESSION);
  expect(again.headers['x-log-position']).toBe('1');
});

const SAME: readonly [string, Record<string, unknown>][] = [
  ['the same but for surrounding space', { title: ' A title\n', content: '\tSome content. ' }],
  ['the same in other tags, team, country and author', { tags: ['x'], team: 't', author: 'a' }],
  ['the same session in lower case', { session_id: UNKNOWN_SESSION.toLowerCase() }],
];

test.each(SAME)('%s is a duplicate', async (_what, about) => {
  const client = await testClient(await testApp());
  const id = await save(client, SESSION);
  const again = await post(client, { ...SESSION, ...about });
  expect(again.json()).toEqual({ deduplicated: true, existing_id: id });
});

test('the same text in another normalisation form is a duplicate', async () => {
  const client = await testClient(await testApp());
  const id = await save(client, { ...SESSION, title: 'Caf\u00e9' });
  const again = await post(client, { ...SESSION, title: 'Cafe\u0301' });
  expect(again.json()).toEqual({ deduplicated: true, existing_id: id });
});

const DIFFERENT: readonly [string, Record<string, unknown>][] = [
  ['another title', { ...SESSION, title: 'a title' }],
  ['other content', { ...SESSION, content: 'Some content' }],
  ['another type', { ...SESSION, type: 'decision' }],
  ['another project', { ...SESSION, project: 'checkout' }],
  ['another session', OTHER_SESSION],
  ['the same text parted elsewhere', { ...SESSION, title: 'A titleS', content: 'ome content.' }],
];

test.each(DIFFERENT)('%s is no duplicate', async (_what, about) => {
  const client = await testClient(await testApp());
  await save(client, SESSION);
  await save(client, about);
});

test('without a session duplicates are not detected', async () => {
  const client = await testClient(await testApp());
  await save(client, { project: 'p' });
  await save(client, { project: 'p' });
  expect(await listed(client, '/api/v1/context/p')).toHaveLength(2);
});

test('a forced duplicate is stored, and later duplicates are still answered with the first note', async () => {
  const client = await testClient(await testApp());
  const id = await save(client, SESSION);
  const copy = await save(client, { ...SESSION, force: true });
  expect(copy).not.toBe(id);
  const again = await post(client, SESSION);
  expect(again.json()).toEqual({ deduplicated: true, existing_id: id });
});

test('a note that was saved with force is found by a later duplicate', async () => {
  const client = await testClient(await testApp());
  const id = await save(client, { ...SESSION, force: true });
  expect((await post(client, SESSION)).json()).toEqual({ deduplicated: true, existing_id: id });
});

test('duplicates are detected after a restart', async () => {
  const first = await testApp();
  const id = await save(await testClient(first), SESSION);
  await first.close();
  const client = await testClient(await testApp({ VAULT_DATA_DIR: first.config.dataDir }));
  expect((await post(client, SESSION)).json()).toEqual({ deduplicated: true, existing_id: id });
});
