import { expect, test } from 'vitest';
import { type Client, testClient } from '../../support/client.js';
import { listed, save } from '../../support/notes.js';
import { testApp } from '../../support/testApp.js';

const NOTES = '/api/v1/observations';
const SESSION = '01KA5ZHQ7R9T1V3X5Z7B9D1F3H';

const emptyVault = async () => testClient(await testApp());
const related = async (client: Client, id: string, query = '') =>
  (await client.call('GET', `${NOTES}/${id}/related${query}`)).json();
const duplicatesOf = (client: Client, id: string) => listed(client, `${NOTES}/${id}/duplicates`);

test('notes are related by their session, their tags and their rare words, each with its reasons', async () => {
  const client = await emptyVault();
  const about = { title: 'Webhooks', content: 'The gateway repeats webhooks.' };
  const id = await save(client, { ...about, tags: ['payments'], session_id: SESSION });
  const session = await save(client, { content: 'Lunch.', session_id: SESSION });
  const tags = await save(client, { title: 'Refunds', content: 'Slow.', tags: ['payments'] });
  const words = await save(client, { title: 'A queue', content: 'It repeats each webhook.' });
  const all = await save(client, {
    title: 'Webhooks come twice',
    content: 'The gateway repeats them.',
    tags: ['payments'],
    session_id: SESSION,
  });
  await save(client, { title: 'Something else', content: 'Nothing of it.' });
  const found = await related(client, id);
  const reasons = found.map((one: { id: string; reasons: string[] }) => [one.id, one.reasons]);
  expect(Object.fromEntries(reasons)).toEqual({
    [session]: ['session'],
    [tags]: ['tags'],
    [words]: ['words'],
    [all]: ['session', 'tags', 'words'],
  });
  expect(reasons[0]?.[0]).toBe(all);
  const scores: number[] = found.map(({ score }: { score: number }) => score);
  expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  expect(await related(client, id, '?limit=1&content_limit=3')).toMatchObject([
    { id: all, content: 'The' },
  ]);
});

test('a revised note is related by what it says now, and a forgotten one not at all', async () => {
  const client = await emptyVault();
  const id = await save(client, { title: 'Webhooks', content: 'Gateway.' });
  const revised = await save(client, { title: 'Webhooks too', content: 'Again.' });
  const forgotten = await save(client, { title: 'Webhooks three', content: 'Once more.' });
  const payload = { title: 'Cooking' };
  await client.call('PATCH', `${NOTES}/${revised}`, { payload });
  await client.call('DELETE', `${NOTES}/${forgotten}`);
  expect(await related(client, id)).toEqual([]);
});

test('near-duplicates have most of their words in common, the most similar first', async () => {
  const client = await emptyVault();
  const about = { project: 'p', title: 'Retry payments with one key' };
  const content = 'The gateway times out after it has charged the customer.';
  const id = await save(client, { ...about, content });
  const near = await save(client, { ...about, content: `${content} Really, it does.` });
  const same = await save(client, { ...about, project: 'P', content });
  await save(client, { ...about, content: 'Something entirely different about ledgers.' });
  await save(client, { ...about, project: 'q', content });
  expect(await duplicatesOf(client, id)).toEqual([same, near]);
  const similar = await listed(client, `${NOTES}/${id}/duplicates`, 'similarity');
  expect(similar[0]).toBe(1);
  expect(similar[1]).toBeGreaterThan(0.5);
  expect(similar[1]).toBeLessThan(1);
});

test('a note without words has no near-duplicates, and an unknown note is not found', async () => {
  const client = await emptyVault();
  const id = await save(client, { title: '!', content: '?' });
  await save(client, { title: '!', content: '?', force: true });
  expect(await duplicatesOf(client, id)).toEqual([]);
  expect(await related(client, id)).toEqual([]);
  for (const what of ['related', 'duplicates']) {
    const answer = await client.call('GET', `${NOTES}/01KA5ZJ3M4T6V8X0Y2Z4A6C8E0/${what}`);
    expect(answer.statusCode).toBe(404);
  }
});
