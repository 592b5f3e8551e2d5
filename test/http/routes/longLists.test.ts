import { expect, test } from 'vitest';
import type { App } from '../../../src/app/app.js';
import { type Client, testClient } from '../../support/client.js';
import { ADMIN, importNotes, note, save } from '../../support/notes.js';
import { testApp } from '../../support/testApp.js';

/** A third of what is read in one turn. */
const LONG = 'x'.repeat(100_000);

/** A vault that counts how often the file of read models is asked for: once for each slice of a list. */
async function countingVault(): Promise<{ app: App; client: Client; reads: () => number }> {
  const app = await testApp();
  let reads = 0;
  const { current } = app.readModels;
  app.readModels.current = (...about) => {
    reads += 1;
    return current(...about);
  };
  return { app, client: await testClient(app), reads: () => reads };
}

const titles = (notes: readonly { title: string }[]) => notes.map(({ title }) => title);

test('the context of a project is read a few long notes at a time, and is whole', async () => {
  const { client, reads } = await countingVault();
  const saved = Array.from({ length: 12 }, (_, i) => `note ${i}`);
  for (const title of saved) await save(client, { title, project: 'p', content: LONG });
  const before = reads();
  const context = await client.call('GET', '/api/v1/context/p?limit=10');
  expect(titles(context.json())).toEqual(saved.toReversed().slice(0, 10));
  expect(reads() - before).toBeGreaterThanOrEqual(4);
});

test('a summary counts many tags some thousands at a time, and finds the most frequent', async () => {
  const { client, reads } = await countingVault();
  const summary = async () => (await client.call('GET', '/api/v1/summary/p')).json();
  await save(client, { project: 'p', tags: ['zebra', 'apple'] });
  const few = reads();
  await summary();
  const readsOfFew = reads() - few;
  await importNotes(
    client,
    Array.from({ length: 150 }, (_, i) => ({
      title: `note ${i}`,
      project: 'p',
      author: `author ${i}`,
      tags: Array.from({ length: 49 }, (_, n) => `tag ${i} ${n} ${'x'.repeat(100)}`).concat(
        'zebra',
      ),
    })),
  );
  const many = reads();
  const { top_tags, by_author } = await summary();
  expect(top_tags.slice(0, 2)).toEqual([
    { tag: 'zebra', count: 151 },
    { tag: 'apple', count: 1 },
  ]);
  expect(top_tags).toHaveLength(10);
  expect(Object.keys(by_author)).toHaveLength(150);
  expect(reads() - many).toBeGreaterThanOrEqual(readsOfFew + 4);
});

test('statistics count many projects some thousands at a time', async () => {
  const { client, reads } = await countingVault();
  const names = Array.from({ length: 1000 }, (_, i) => `project ${i} ${'x'.repeat(180)}`);
  await importNotes(
    client,
    names.map((project) => ({ title: 't', project })),
  );
  const before = reads();
  const { by_project } = (await client.call('GET', '/api/v1/stats')).json();
  expect(Object.keys(by_project).sort()).toEqual(names.sort());
  expect(reads() - before).toBeGreaterThanOrEqual(6);
});

test('notes of one second keep their order where a slice ends', async () => {
  const { client } = await countingVault();
  const created_at = '2026-01-01T00:00:00Z';
  const notes = Array.from({ length: 9 }, (_, i) => ({ title: `note ${i}`, content: LONG }));
  await importNotes(
    client,
    notes.map((one) => ({ ...one, project: 'p', created_at })),
  );
  const context = await client.call('GET', '/api/v1/context/p');
  expect(titles(context.json())).toEqual(titles(notes).toReversed());
  const timeline = await client.call('GET', '/api/v1/timeline/p');
  expect(titles(timeline.json())).toEqual(titles(notes));
});

test('the history of a note is read a few long revisions at a time, and is whole', async () => {
  const { client, reads } = await countingVault();
  const id = await save(client, { content: LONG });
  for (let i = 2; i <= 9; i += 1) {
    const payload = { content: `${i}${LONG}` };
    await client.call('PATCH', `/api/v1/observations/${id}`, { payload });
  }
  const before = reads();
  const history = (await client.call('GET', `/api/v1/observations/${id}/history`)).json();
  expect(history.map(({ revision }: { revision: number }) => revision)).toEqual([
    1, 2, 3, 4, 5, 6, 7, 8, 9,
  ]);
  expect(reads() - before).toBeGreaterThanOrEqual(4);
});

test('prompts and sessions are read a few long ones at a time, and none is left out', async () => {
  const { client, reads } = await countingVault();
  const names = Array.from({ length: 9 }, (_, i) => `prompt ${i}`);
  for (const name of names) {
    await client.call('POST', '/api/v1/prompts', { payload: { name, content: LONG } });
  }
  const ids: string[] = [];
  const goal = 'x'.repeat(60_000);
  for (let i = 0; i < 12; i += 1) {
    const payload = { project: 'p', goal };
    ids.unshift((await client.call('POST', '/api/v1/sessions', { payload })).json().id);
  }
  const before = reads();
  const prompts = (await client.call('GET', '/api/v1/prompts')).json();
  expect(prompts.map(({ name }: { name: string }) => name)).toEqual(names);
  expect(reads() - before).toBeGreaterThanOrEqual(3);
  const sessions = (await client.call('GET', '/api/v1/sessions/all')).json();
  expect(sessions.map(({ id }: { id: string }) => id)).toEqual(ids);
  const some = (await client.call('GET', `/api/v1/sessions/all?limit=7&before=${ids[2]}`)).json();
  expect(some.map(({ id }: { id: string }) => id)).toEqual(ids.slice(3, 10));
  expect(reads() - before).toBeGreaterThanOrEqual(8);
});

test('an export reads a few long notes at a time', async () => {
  const { client, reads } = await countingVault();
  for (let i = 0; i < 9; i += 1) await save(client, { title: `note ${i}`, content: LONG });
  const before = reads();
  const { body } = await client.call('GET', '/admin/export', { headers: ADMIN });
  expect(body.trim().split('\n')).toHaveLength(9);
  expect(reads() - before).toBeGreaterThanOrEqual(4);
});

/** The URL of the next page in `Link`. */
const nextOf = (link: unknown) => /^<([^>]+)>; rel="next"$/.exec(String(link ?? ''))?.[1];

/** Reads a list to its end; gives the number of elements of each page, and all elements. */
async function readPages(client: Client, first: string) {
  const sizes: number[] = [];
  const all: unknown[] = [];
  for (let url: string | undefined = first; url !== undefined; ) {
    const page = await client.call('GET', url, { headers: ADMIN });
    sizes.push(page.json().length);
    all.push(...page.json());
    url = nextOf(page.headers.link);
  }
  return { sizes, all };
}

test('a page of the timeline or of the log ends where its texts are long, and the next page goes on', async () => {
  const app = await testApp();
  const client = await testClient(app);
  const content = 'x'.repeat(500_000);
  for (let i = 0; i < 20; i += 1) {
    const payload = note({ title: `note ${i}`, project: 'p', content });
    await client.call('POST', '/api/v1/observations', { payload });
  }
  const timeline = await readPages(client, '/api/v1/timeline/p');
  expect(timeline.sizes).toEqual([9, 9, 2]);
  expect(timeline.all).toHaveLength(20);
  const log = await readPages(client, '/admin/events?limit=1000');
  expect(log.sizes).toEqual([9, 9, 2]);
  expect(log.all).toMatchObject(Array.from({ length: 20 }, (_, i) => ({ position: i + 1 })));
  const ofType = await readPages(client, '/admin/events?type=observation.saved&limit=12');
  expect(ofType.sizes).toEqual([9, 9, 2]);
});
