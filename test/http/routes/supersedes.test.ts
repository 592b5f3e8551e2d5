import { expect, test } from 'vitest';
import { type Client, testClient } from '../../support/client.js';
import { ADMIN, listed, note, save } from '../../support/notes.js';
import { testApp } from '../../support/testApp.js';

const NOTES = '/api/v1/observations';
const UNKNOWN = '01KA5ZJ3M4T6V8X0Y2Z4A6C8E0';

const emptyVault = async () => testClient(await testApp());
const get = async (client: Client, id: string, query = '') =>
  (await client.call('GET', `${NOTES}/${id}${query}`)).json();

/** An old note about hashing, and a new one in its place. */
async function replaced(client: Client) {
  const about = { project: 'p', title: 'Passwords are hashed with bcrypt' };
  const old = await save(client, about);
  const title = 'Passwords are hashed with argon2';
  return { old, next: await save(client, { ...about, title, supersedes: old }) };
}

test('a note says whose place it takes, and that one by whom it was superseded, wherever it is shown', async () => {
  const client = await emptyVault();
  const { old, next } = await replaced(client);
  expect(await get(client, next)).toMatchObject({ supersedes: old });
  const lists = [NOTES, '/api/v1/timeline/p', '/api/v1/search?q=passwords', `${NOTES}?ids=${old}`];
  for (const url of lists) {
    const answer = (await client.call('GET', url)).json();
    const shown = (answer.observations ?? answer).find(({ id }: { id: string }) => id === old);
    expect(shown, url).toMatchObject({ superseded_by: next });
    expect(shown).not.toHaveProperty('supersedes');
  }
});

test('the newest of several successors is the one that is named', async () => {
  const client = await emptyVault();
  const { old, next } = await replaced(client);
  expect((await get(client, old)).superseded_by).toBe(next);
  const newest = await save(client, { supersedes: old });
  expect((await get(client, old)).superseded_by).toBe(newest);
});

test('the end of an id is enough, also in a batch, and the whole id is stored', async () => {
  const client = await emptyVault();
  const old = await save(client);
  const next = await save(client, { content: 'a', supersedes: old.slice(-8).toLowerCase() });
  expect((await get(client, next)).supersedes).toBe(old);
  const payload = [note({ content: 'b', supersedes: old.slice(-10) })];
  const { results } = (await client.call('POST', `${NOTES}/batch`, { payload })).json();
  expect((await get(client, results[0].id)).supersedes).toBe(old);
});

test('an unknown or forgotten note is not superseded: the save is refused and stores nothing', async () => {
  const client = await emptyVault();
  const forgotten = await save(client);
  await client.call('DELETE', `${NOTES}/${forgotten}`);
  for (const supersedes of [UNKNOWN, UNKNOWN.slice(-8), forgotten, forgotten.slice(-8)]) {
    const answer = await client.call('POST', NOTES, { payload: note({ supersedes }) });
    expect(answer.statusCode).toBe(404);
    expect(answer.json().errors).toMatchObject([{ path: '/supersedes' }]);
    const batch = await client.call('POST', `${NOTES}/batch`, { payload: [note({ supersedes })] });
    expect(batch.json()).toMatchObject({ failed: 1, stored: 0 });
  }
  expect(await listed(client, NOTES)).toEqual([]);
});

test('a text that is no id is refused', async () => {
  const client = await emptyVault();
  for (const supersedes of ['', 'short', 'UUUUUUUU', `8${'0'.repeat(25)}`, 5]) {
    const answer = await client.call('POST', NOTES, { payload: note({ supersedes }) });
    expect(answer.statusCode, String(supersedes)).toBe(400);
  }
});

test('an import may name a note that comes later in it, but not itself', async () => {
  const client = await emptyVault();
  const ids = ['01KA5ZJ3M4T6V8X0Y2Z4A6C8E1', '01KA5ZJ3M4T6V8X0Y2Z4A6C8E2'];
  const payload = [
    note({ id: ids[0], content: 'a', supersedes: ids[1] }),
    note({ id: ids[1], content: 'b' }),
    note({ id: UNKNOWN, content: 'c', supersedes: UNKNOWN }),
  ];
  const answer = await client.call('POST', `${NOTES}/batch`, { payload, headers: ADMIN });
  expect(answer.json()).toMatchObject({ stored: 2, failed: 1 });
  expect((await get(client, ids[1] ?? '')).superseded_by).toBe(ids[0]);
});

test('when its successor is forgotten, a note is not superseded any more', async () => {
  const client = await emptyVault();
  const { old, next } = await replaced(client);
  await client.call('DELETE', `${NOTES}/${next}`);
  expect(await get(client, old)).not.toHaveProperty('superseded_by');
});

test('a note does not name a forgotten one as superseded', async () => {
  const client = await emptyVault();
  const { old, next } = await replaced(client);
  await client.call('DELETE', `${NOTES}/${old}`);
  expect(await get(client, next)).not.toHaveProperty('supersedes');
});

test('at an earlier moment, a note that was superseded later is not superseded', async () => {
  const client = await emptyVault();
  const { old } = await replaced(client);
  expect(await get(client, old, '?as_of=1')).not.toHaveProperty('superseded_by');
  expect(await get(client, old, '?as_of=2')).toHaveProperty('superseded_by');
  expect(await listed(client, '/api/v1/context/p?as_of=1')).toEqual([old]);
});

test('search ranks a superseded note below one that says as much, and explains it', async () => {
  const client = await emptyVault();
  const old = await save(client, {
    title: 'Passwords hashed with bcrypt, bcrypt',
    content: 'bcrypt',
  });
  const same = await save(client, { title: 'Passwords are hashed', content: 'With bcrypt.' });
  const hits = () => listed(client, '/api/v1/search?q=bcrypt');
  expect(await hits()).toEqual([old, same]);
  await save(client, { title: 'Something else', supersedes: old });
  expect(await hits()).toEqual([same, old]);
  const [, hit] = (await client.call('GET', '/api/v1/search?q=bcrypt&explain=1')).json();
  const { words, factor, all_words } = hit.explain;
  const sum = words.reduce(
    (all: number, { in_note, around }: Record<'in_note' | 'around', number>) =>
      all + in_note + around,
    0,
  );
  expect(sum * factor + all_words).toBeCloseTo(hit.score, 2);
});

test('the context leaves superseded notes out', async () => {
  const client = await emptyVault();
  const { next } = await replaced(client);
  expect(await listed(client, '/api/v1/context/p')).toEqual([next]);
});

test('a revised note still supersedes, and a dry run shows what it would supersede', async () => {
  const client = await emptyVault();
  const { old, next } = await replaced(client);
  await client.call('PATCH', `${NOTES}/${next}`, { payload: { title: 'Argon2id' } });
  expect((await get(client, old)).superseded_by).toBe(next);
  const payload = note({ supersedes: next, dry_run: true });
  const { observation } = (await client.call('POST', NOTES, { payload })).json();
  expect(observation.supersedes).toBe(next);
  expect(await get(client, next)).not.toHaveProperty('superseded_by');
});
