import { beforeAll, expect, test } from 'vitest';
import { type Client, testClient } from '../../support/client.js';
import { FILTER_EXAMPLES } from '../../support/filterExamples.js';
import { ADMIN, importNotes, listed, save } from '../../support/notes.js';
import { sharedClient } from '../../support/sharedClient.js';
import { testApp, testClock } from '../../support/testApp.js';

const OBSERVATIONS = '/api/v1/observations';

const url = (query: Record<string, string>) => `${OBSERVATIONS}?${new URLSearchParams(query)}`;
const titles = (client: Client, query: Record<string, string> = {}) =>
  listed(client, url(query), 'title');
const emptyVault = async () => testClient(await testApp());
/** Whoever takes it leaves it empty. */
const untouched = sharedClient();

/** The URL of the next page in `Link`. */
const nextOf = (link: unknown) => /^<([^>]+)>; rel="next"$/.exec(String(link ?? ''))?.[1];

async function page(client: Client, at: string) {
  const response = await client.call('GET', at);
  expect(response.statusCode, response.body).toBe(200);
  const shown: string[] = response.json().map(({ title }: { title: string }) => title);
  return { shown, next: nextOf(response.headers.link) };
}

async function allPages(client: Client, at: string): Promise<string[]> {
  const { shown, next } = await page(client, at);
  return next === undefined ? shown : [...shown, ...(await allPages(client, next))];
}

const day = (n: number) => new Date(Date.UTC(2026, 0, n)).toISOString().replace('.000', '');

/** Notes of the days 1 to `count` of 2026, saved in a mixed order. */
const mixedDays = (count: number) =>
  Array.from({ length: count }, (_, i) => ((i * 7) % count) + 1).map((n) => ({
    title: `${n}`,
    created_at: day(n),
  }));
const newestFirst = (count: number) => Array.from({ length: count }, (_, i) => `${count - i}`);

test('a list is newest first by the time of the notes, whatever order they were saved in', async () => {
  const client = await emptyVault();
  await importNotes(client, mixedDays(23));
  expect(await titles(client, { limit: '100' })).toEqual(newestFirst(23));
  expect(await titles(client)).toEqual(newestFirst(23).slice(0, 20));
});

test('of one second, the last saved comes first, and a revision does not move a note', async () => {
  const client = await emptyVault();
  const first = await save(client, { title: 'a' });
  await save(client, { title: 'b' });
  await client.call('PATCH', `${OBSERVATIONS}/${first}`, { payload: { title: 'a again' } });
  expect(await titles(client)).toEqual(['b', 'a again']);
});

test('an empty vault has an empty list', async () => {
  expect(await titles(untouched())).toEqual([]);
});

test.each(Object.entries(FILTER_EXAMPLES))('a list filters by %s', async (name, example) => {
  const client = await emptyVault();
  await importNotes(client, [
    { ...example.wanted, title: 'Wanted' },
    { ...example.other, title: 'Other' },
  ]);
  expect(await titles(client, { [name]: example.value })).toEqual(['Wanted']);
});

test('filters go together', async () => {
  const client = await emptyVault();
  const days = Array.from({ length: 12 }, (_, i) => i + 1);
  await importNotes(
    client,
    days.map((n) => ({
      title: `${n}`,
      created_at: day(n),
      project: n % 2 ? 'odd' : 'even',
      type: n % 3 ? 'decision' : 'learning',
      tags: n > 6 ? ['late'] : [],
    })),
  );
  expect(await titles(client, { project: 'odd', type: 'decision' })).toEqual(['11', '7', '5', '1']);
  expect(await titles(client, { project: 'odd', tag: 'late' })).toEqual(['11', '9', '7']);
  expect(await titles(client, { type: 'learning', tag: 'late' })).toEqual(['12', '9']);
  expect(await titles(client, { from: day(3), to: day(5) })).toEqual(['5', '4', '3']);
  expect(await titles(client, { tag: 'late', to: day(8) })).toEqual(['8', '7']);
  expect(await titles(client, { project: 'even', from: day(9) })).toEqual(['12', '10']);
});

const paged = sharedClient();
beforeAll(() =>
  importNotes(
    paged(),
    mixedDays(11).flatMap((one) =>
      // Two of one second, so that pages end between them.
      [one, one].map((note, i) => ({ ...note, content: `${i}`, project: 'p', tags: ['t'] })),
    ),
  ),
);

test.each<Record<string, string>>([
  {},
  { project: 'p' },
  { project: 'p', type: 'learning' },
  { tag: 't' },
  { from: day(1) },
])('pages of %j neither repeat nor skip notes, and the last has no Link', async (query) => {
  const client = paged();
  const shown = await allPages(client, url({ ...query, limit: '3' }));
  expect(shown).toEqual(newestFirst(11).flatMap((title) => [title, title]));
  expect((await page(client, url({ ...query, limit: '22' }))).next).toBeUndefined();
});

test('a cursor goes on where its page ended, whatever is saved, revised or forgotten meanwhile', async () => {
  const clock = testClock();
  const client = await testClient(await testApp({}, { clock }));
  const ids: string[] = [];
  for (const title of ['a', 'b', 'c', 'd', 'e']) {
    ids.push(await save(client, { title }));
    clock.advance(1000);
  }
  const first = await page(client, url({ limit: '2' }));
  expect(first.shown).toEqual(['e', 'd']);
  await save(client, { title: 'later' });
  await client.call('PATCH', `${OBSERVATIONS}/${ids[0]}`, { payload: { title: 'a again' } });
  // The note that the cursor is made of.
  await client.call('DELETE', `${OBSERVATIONS}/${ids[3]}`);
  expect(await allPages(client, first.next ?? '')).toEqual(['c', 'b', 'a again']);
});

test('a note that is forgotten while its page is read ends neither the page nor the list', async () => {
  const app = await testApp();
  const client = await testClient(app);
  const ids: string[] = [];
  for (const title of ['a', 'b', 'c', 'd']) ids.push(await save(client, { title }));
  const { findNewest } = app;
  app.findNewest = async (listing) => {
    const found = await findNewest(listing);
    app.findNewest = findNewest;
    await client.call('DELETE', `${OBSERVATIONS}/${ids[2]}`);
    return found;
  };
  expect(await allPages(client, url({ limit: '2' }))).toEqual(['d', 'b', 'a']);
});

test('a list as of an earlier moment shows what stood then', async () => {
  const client = await emptyVault();
  const [id] = [await save(client, { title: 'a' }), await save(client, { title: 'b' })];
  await client.call('PATCH', `${OBSERVATIONS}/${id}`, {
    payload: { title: 'a again', tags: ['t'] },
  });
  expect(await titles(client, { as_of: '1' })).toEqual(['a']);
  expect(await titles(client, { as_of: '2' })).toEqual(['b', 'a']);
  expect(await titles(client, { as_of: '3' })).toEqual(['b', 'a again']);
  expect(await titles(client, { as_of: '2', tag: 't' })).toEqual([]);
});

test('a rare filter finds its notes behind thousands of others, page after page', async () => {
  const client = await emptyVault();
  const many = (from: number, about: object) =>
    importNotes(
      client,
      Array.from({ length: 1000 }, (_, i) => ({ title: `${from + i}`, ...about })),
    );
  const rare = ['x', 'y', 'z'].map((title, i) => ({
    title,
    tags: ['rare'],
    created_at: day(i + 1),
  }));
  await importNotes(client, rare);
  for (let i = 0; i < 6; i += 1)
    await many(i * 1000, { project: 'p', author: i < 1 ? 'ada' : 'bob' });
  expect(await titles(client, { tag: 'rare' })).toEqual(['z', 'y', 'x']);
  expect(await allPages(client, url({ tag: 'rare', limit: '1' }))).toEqual(['z', 'y', 'x']);
  expect(await titles(client, { tag: 'rare', from: day(2), to: day(2) })).toEqual(['y']);
  expect(await titles(client, { tag: 'rare', as_of: '2' })).toEqual(['y', 'x']);
  expect(await titles(client, { author: 'ada', limit: '2' })).toEqual(['999', '998']);
  expect(await titles(client, { project: 'p', author: 'ada', limit: '1' })).toEqual(['999']);
});

test('a page with long texts ends before `limit`, and the next goes on', async () => {
  const client = await emptyVault();
  const content = 'x'.repeat(500_000);
  for (let i = 0; i < 11; i += 1) await save(client, { title: `${i}`, content });
  const first = await page(client, url({ limit: '11' }));
  expect(first.shown).toEqual(['10', '9', '8', '7', '6', '5', '4', '3', '2']);
  expect((await page(client, first.next ?? '')).shown).toEqual(['1', '0']);
});

test('a note is on the list as soon as its save is answered', async () => {
  const client = await emptyVault();
  for (const title of ['a', 'b', 'c']) {
    await save(client, { title });
    expect((await titles(client, { limit: '1' }))[0]).toBe(title);
  }
});

test.each([
  ['cursor', 'x'],
  ['cursor', ''],
  ['cursor', '1.2.3'],
  ['limit', '0'],
  ['limit', '101'],
  ['type', 'idea'],
  ['from', 'yesterday'],
  ['project', ' '],
])('a list with %s=%j is refused', async (name, value) => {
  const client = untouched();
  const refused = await client.call('GET', url({ [name]: value }));
  expect(refused.json()).toMatchObject({ status: 400, code: 'invalid_parameter' });
  expect(refused.json().errors[0].path).toBe(`/${name}`);
});

/** The end of three ids, of which two also have the two characters before it in common. */
const SAME = 'ZZZZSAME';
const IDS = [
  '01JA5ZJ3M4T6V8X0Y1ZZZZSAME',
  '01KA5ZJ3M4T6V8X0Y1ZZZZSAME',
  '01KA5ZJ3M4T6V8X0Y2ZZZZSAME',
] as const;

async function get(client: Client, ids: readonly string[], more: Record<string, string> = {}) {
  const response = await client.call('GET', url({ ids: ids.join(','), ...more }));
  const { observations, missing } = response.json();
  const shown = observations?.map(({ id }: { id: string }) => id);
  return { response, shown, missing };
}

const UNKNOWN = '01KA5ZHQ7R9T1V3X5Z7B9D1F3H';

test('ids are answered in the order asked, with those that are missing as they were asked for', async () => {
  const client = await emptyVault();
  const [a, b, c] = [await save(client), await save(client), await save(client)];
  const asked = [c, UNKNOWN.toLowerCase(), a.slice(-8), b.slice(-12).toLowerCase(), '00000000'];
  const { shown, missing } = await get(client, asked);
  expect(shown).toEqual([c, a, b]);
  expect(missing).toEqual([UNKNOWN.toLowerCase(), '00000000']);
});

test('the observations are those that a get by id shows, also as of an earlier moment', async () => {
  const client = await emptyVault();
  const id = await save(client, { title: 'a', tags: ['t'], project: 'p' });
  await client.call('PATCH', `${OBSERVATIONS}/${id}`, { payload: { title: 'b' } });
  const later = await save(client);
  const moments: Record<string, string>[] = [{}, { as_of: '1' }];
  for (const as_of of moments) {
    const one = await client.call('GET', `${OBSERVATIONS}/${id}?${new URLSearchParams(as_of)}`);
    const { response } = await get(client, [id], as_of);
    expect(response.json()).toEqual({ observations: [one.json()], missing: [] });
  }
  const before = await get(client, [later.slice(-8), later], { as_of: '1' });
  expect(before).toMatchObject({ shown: [], missing: [later.slice(-8), later] });
});

test('what is asked for twice is given once, where it was asked for first', async () => {
  const client = await emptyVault();
  const [a, b] = [await save(client), await save(client)];
  const asked = [b, 'ABCDEFGH', a, b.slice(-8), a.toLowerCase(), 'ABCDEFGH'];
  const { shown, missing } = await get(client, asked);
  expect(shown).toEqual([b, a]);
  expect(missing).toEqual(['ABCDEFGH']);
});

test('a forgotten note is missing, and does not make the end of an id ambiguous', async () => {
  const client = await emptyVault();
  await importNotes(
    client,
    IDS.map((id) => ({ id })),
  );
  await client.call('DELETE', `${OBSERVATIONS}/${IDS[0]}`, { headers: ADMIN });
  await client.call('DELETE', `${OBSERVATIONS}/${IDS[1]}`, { headers: ADMIN });
  const { shown, missing } = await get(client, [SAME, IDS[0]]);
  expect(shown).toEqual([IDS[2]]);
  expect(missing).toEqual([IDS[0]]);
});

test('ends that fit several are refused with all that they fit', async () => {
  const client = await emptyVault();
  const others = ['01KA5ZJ3M4T6V8X0Y5ZZXXYYVV', '01KA5ZJ3M4T6V8X0Y6ZZXXYYVV'];
  await importNotes(
    client,
    [...IDS, ...others].map((id) => ({ id })),
  );
  const asked = [IDS[0], SAME.toLowerCase(), others[0]?.slice(-8) ?? ''];
  const { response } = await get(client, asked);
  expect(response.json()).toMatchObject({ status: 409, code: 'conflict' });
  expect(response.json().errors).toHaveLength(2);
  for (const id of [...IDS, ...others]) expect(response.json().detail).toContain(id);
  expect((await get(client, [`Y2${SAME}`, `6${others[1]?.slice(-8)}`])).shown).toEqual([
    IDS[2],
    others[1],
  ]);
});

test('wrong ids are refused, and all are named', async () => {
  const client = await emptyVault();
  const id = await save(client);
  const { response } = await get(client, [id, 'ABCDEFG', '', 'Ü', `8${id.slice(1)}`, `${id}0`]);
  expect(response.json()).toMatchObject({ status: 400, code: 'invalid_parameter' });
  const named = response
    .json()
    .errors.map(({ path, message }: Record<string, string>) => [
      path,
      /^"(.*)" is/.exec(message ?? '')?.[1],
    ]);
  expect(named).toEqual(
    ['ABCDEFG', '', 'Ü', `8${id.slice(1)}`, `${id}0`].map((text) => ['/ids', text]),
  );
});

test('fifty ids are answered, one more is refused', async () => {
  const client = await emptyVault();
  const ids = await Promise.all(Array.from({ length: 50 }, () => save(client)));
  expect((await get(client, ids)).shown).toEqual(ids);
  const { response } = await get(client, [...ids, UNKNOWN]);
  expect(response.json()).toMatchObject({ status: 400, code: 'invalid_parameter' });
  expect(response.json().detail).toBe('ids: must be at most 50 ids');
});

test.each(['project', 'limit', 'cursor', 'tag', 'from'])(
  'ids with %s are refused',
  async (name) => {
    const client = untouched();
    const values: Record<string, string> = { limit: '5', cursor: '1.1', from: day(1) };
    const { response } = await get(client, [UNKNOWN], { [name]: values[name] ?? 'x' });
    expect(response.json()).toMatchObject({ status: 400, code: 'invalid_parameter' });
    expect(response.json().errors).toEqual([{ path: `/${name}`, message: 'does not go with ids' }]);
  },
);
