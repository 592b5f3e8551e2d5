import { expect, test } from 'vitest';
import { type Client, testClient } from '../../support/client.js';
import { importNotes, save } from '../../support/notes.js';
import { testApp, testClock } from '../../support/testApp.js';

const TIMELINE = '/api/v1/timeline/p';

/** The URL of the next page in `Link`. */
const nextOf = (link: unknown) => /^<([^>]+)>; rel="next"$/.exec(String(link ?? ''))?.[1];

async function page(client: Client, url: string) {
  const response = await client.call('GET', url);
  expect(response.statusCode, response.body).toBe(200);
  const titles: string[] = response.json().map(({ title }: { title: string }) => title);
  return { titles, next: nextOf(response.headers.link) };
}

async function allPages(client: Client, url: string): Promise<string[]> {
  const { titles, next } = await page(client, url);
  return next === undefined ? titles : [...titles, ...(await allPages(client, next))];
}

const numbered = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ title: `${i}`, project: 'p' }));
const names = (count: number) => numbered(count).map(({ title }) => title);

test('a page holds 1000 notes, and the last page has no Link', async () => {
  const client = await testClient(await testApp());
  await importNotes(client, numbered(1000));
  const { titles, next } = await page(client, TIMELINE);
  expect(titles).toEqual(names(1000));
  expect(next).toBeUndefined();
});

test('the 1001st is on the next page', async () => {
  const client = await testClient(await testApp());
  await importNotes(client, numbered(1001));
  const { titles, next = '' } = await page(client, `${TIMELINE}?limit=1000`);
  expect(titles).toHaveLength(1000);
  expect((await page(client, next)).titles).toEqual(['1000']);
});

test('pages neither repeat nor skip notes, also within one second', async () => {
  const client = await testClient(await testApp());
  await importNotes(client, numbered(23));
  expect(await allPages(client, `${TIMELINE}?limit=5`)).toEqual(names(23));
});

test('links to pages keep the bounds, the limit and the path', async () => {
  const client = await testClient(await testApp());
  const at = (day: number) => `2026-01-${String(day).padStart(2, '0')}T00:00:00Z`;
  const project = 'a/b \u{1F980} 50%';
  const days = Array.from({ length: 9 }, (_, i) => i + 1);
  await importNotes(
    client,
    days.map((day) => ({ title: `${day}`, project, created_at: at(day) })),
  );
  const path = `/vault-api/api/v1/timeline/${encodeURIComponent(project)}`;
  const query = new URLSearchParams({ from: '2026-01-02T01:00:00+01:00', to: at(8), limit: '3' });
  expect(await allPages(client, `${path}?${query}`)).toEqual(['2', '3', '4', '5', '6', '7', '8']);
  expect((await page(client, `${path}?${query}`)).next).toContain(`${path}?`);
});

test('pages of a growing timeline neither repeat nor skip notes', async () => {
  const clock = testClock();
  const client = await testClient(await testApp({}, { clock }));
  await importNotes(client, numbered(3));
  const { next = '' } = await page(client, `${TIMELINE}?limit=2`);
  clock.advance(60_000);
  await save(client, { title: 'later', project: 'p' });
  expect(await allPages(client, next)).toEqual(['2']);
});

test('notes from before 1970 are on the timeline, too', async () => {
  const client = await testClient(await testApp());
  const years = ['0001', '1969', '1970'];
  await importNotes(
    client,
    years.map((year) => ({ title: year, project: 'p', created_at: `${year}-01-01T00:00:00Z` })),
  );
  expect(await allPages(client, `${TIMELINE}?limit=1`)).toEqual(years);
});
