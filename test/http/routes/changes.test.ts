import { expect, test } from 'vitest';
import { testClient } from '../../support/client.js';
import { save } from '../../support/notes.js';
import { testApp, testClock } from '../../support/testApp.js';
import { walledVault } from '../../support/walledVault.js';

const NOTES = '/api/v1/observations';
const DAY = 86_400_000;

type Changed = {
  readonly id: string;
  readonly at: string;
  readonly note?: { readonly title: string; readonly content: string; readonly pinned?: true };
  readonly before?: { readonly title: string };
};

async function vault() {
  const clock = testClock();
  const client = await testClient(await testApp({}, { clock }));
  const now = () => new Date(clock()).toISOString();
  const get = async (path: string) => {
    const answer = await client.call('GET', `/api/v1/changes${path}`);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer;
  };
  const changes = async (kind: string, query: string): Promise<readonly Changed[]> =>
    (await get(`?kind=${kind}&${query}`)).json();
  const titles = async (kind: string, query: string) =>
    (await changes(kind, query)).map(({ note }) => note?.title);
  const counts = async (query: string) => (await get(`/counts?${query}`)).json();
  const saved = async (title: string, more: object = {}) => {
    clock.advance(1000);
    return save(client, { type: 'decision', project: 'p', title, content: 'Agreed.', ...more });
  };
  const patch = async (id: string, payload: object) => {
    clock.advance(1000);
    return client.call('PATCH', `${NOTES}/${id}`, { payload });
  };
  return { clock, client, now, get, changes, titles, counts, saved, patch };
}

const NOTHING = { added: 0, changed: 0, superseded: 0, expired: 0, forgotten: 0 };

test('what became of notes between two days is told by kind, the latest first', async () => {
  const { clock, client, now, changes, titles, counts, saved, patch } = await vault();
  const changed = await saved('Retry twice');
  const old = await saved('Old rule');
  const gone = await saved('A secret plan');
  await saved('The freeze', { valid_until: new Date(clock() + DAY).toISOString() });
  const monday = now();
  expect(await counts(`from=${monday}`)).toEqual(NOTHING);
  clock.advance(2 * DAY);
  await patch(changed, { title: 'Retry three times' });
  await patch(changed, { title: 'Retry four times' });
  const added = await saved('New rule', { supersedes: old });
  await patch(added, { tags: ['later'] });
  await client.call('DELETE', `${NOTES}/${gone}`);
  const wednesday = now();
  clock.advance(DAY);
  await patch(changed, { title: 'Retry five times' });
  await saved('Much later', { project: 'q' });

  const between = `from=${monday}&to=${wednesday}`;
  expect(await counts(between)).toEqual({
    added: 1,
    changed: 1,
    superseded: 1,
    expired: 1,
    forgotten: 1,
  });
  expect(await changes('added', between)).toMatchObject([{ id: added, note: { revision: 2 } }]);
  expect(await changes('changed', between)).toMatchObject([
    { id: changed, before: { title: 'Retry twice' }, note: { title: 'Retry four times' } },
  ]);
  expect(await changes('superseded', between)).toMatchObject([
    { id: old, note: { superseded_by: added } },
  ]);
  expect(await titles('expired', between)).toEqual(['The freeze']);
  const [forgotten, ...others] = await changes('forgotten', between);
  expect(others).toEqual([]);
  expect(forgotten).toEqual({ id: gone, at: `${wednesday.slice(0, 19)}Z` });

  expect(await titles('added', `from=${wednesday}`)).toEqual(['Much later']);
  expect(await titles('changed', `from=${wednesday}`)).toEqual(['Retry five times']);
  expect(await titles('added', `from=${wednesday}&project=P`)).toEqual([]);
  // Nobody knows any more which project it was of.
  expect(await counts(`${between}&project=q`)).toEqual({ ...NOTHING, forgotten: 1 });
  const none = await changes('added', `${between}&content_limit=3`);
  expect(none[0]?.note).toMatchObject({ content: 'Agr', content_bytes: 7 });
});

test('what was forgotten since is in no comparison of days before', async () => {
  const { clock, client, now, titles, counts, saved, patch } = await vault();
  const before = now();
  const id = await saved('Retry twice');
  await patch(id, { title: 'Retry three times' });
  const after = now();
  clock.advance(DAY);
  await client.call('DELETE', `${NOTES}/${id}`);
  expect(await counts(`from=${before}&to=${after}`)).toEqual(NOTHING);
  expect(await titles('added', `from=${before}`)).toEqual([]);
  expect(await counts(`from=${before}`)).toEqual({ ...NOTHING, forgotten: 1 });
});

test('a note that was proposed counts from the day on which it was accepted', async () => {
  const { clock, client, now, titles, saved } = await vault();
  const before = now();
  const id = await saved('Retry twice', { state: 'proposed' });
  const proposed = now();
  clock.advance(DAY);
  await client.call('POST', `${NOTES}/${id}/accept`);
  expect(await titles('added', `from=${before}&to=${proposed}`)).toEqual([]);
  expect(await titles('added', `from=${proposed}`)).toEqual(['Retry twice']);
});

test.each(['added', 'changed', 'superseded', 'expired', 'forgotten'])(
  'the pages of what was %s hold each note once',
  async (kind) => {
    const { clock, client, now, get, saved, patch } = await vault();
    const early = new Date(clock() - DAY).toISOString();
    const ids: string[] = [];
    for (let i = 0; i < 5; i += 1)
      ids.push(await saved(`Note ${i}`, { valid_until: new Date(clock() + DAY).toISOString() }));
    const from = kind === 'added' ? early : now();
    clock.advance(3 * DAY);
    for (const id of ids) {
      if (kind === 'changed') await patch(id, { content: 'Revised.' });
      if (kind === 'superseded') await saved('Another', { supersedes: id, content: id });
      if (kind === 'forgotten') await client.call('DELETE', `${NOTES}/${id}`);
    }
    const seen: string[] = [];
    let next: string | undefined = `?kind=${kind}&from=${from}&limit=2`;
    let pages = 0;
    while (next !== undefined) {
      const answer = await get(next);
      seen.push(...answer.json().map(({ id }: Changed) => id));
      next = /<\/api\/v1\/changes([^>]+)>/.exec(String(answer.headers.link ?? ''))?.[1];
      pages += 1;
    }
    expect(seen).toEqual([...ids].reverse());
    expect(pages).toBe(3);
  },
);

test('what is wrong with the question is said', async () => {
  const { client } = await vault();
  const refused = async (query: string) =>
    (await client.call('GET', `/api/v1/changes?${query}`)).json();
  expect(await refused('kind=gone')).toMatchObject({
    code: 'invalid_parameter',
    errors: [{ path: '/from' }, { path: '/kind' }],
  });
  expect(
    await refused('kind=added&from=2026-02-01T00:00:00Z&to=2026-01-01T00:00:00Z'),
  ).toMatchObject({ code: 'invalid_parameter', detail: /must not be after/ });
});

test('behind a wall, nothing of another team is told, not even that it is gone', async () => {
  const { client, ann, bob, beta } = await walledVault(true);
  const from = 'from=2020-01-01T00:00:00Z';
  const as = async (headers: object, path: string) =>
    (await client.call('GET', `/api/v1/changes${path}`, { headers: { ...headers } })).json();
  const kinds = ['added', 'changed', 'superseded', 'expired', 'forgotten'];
  const idsSeen = async (headers: object) =>
    (await Promise.all(kinds.map((kind) => as(headers, `?kind=${kind}&${from}`))))
      .flat()
      .map(({ id }) => id);
  const own = await idsSeen(bob);
  expect(own).toContain(beta.note);
  expect(own).toContain(beta.forgotten);
  const others = await idsSeen(ann);
  for (const id of Object.values(beta)) expect(others).not.toContain(id);
  expect(await as(ann, `/counts?${from}`)).toMatchObject({ forgotten: 0 });
});
