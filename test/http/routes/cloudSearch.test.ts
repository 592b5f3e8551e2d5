import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fc, test as property } from '@fast-check/vitest';
import { expect, onTestFinished, test } from 'vitest';
import { mergeHits } from '../../../src/hive/cloudSearch.js';
import { hashedNames } from '../../../src/hive/hiveKey.js';
import type { SearchHit } from '../../../src/queries/search/searchHit.js';
import { type Client, testClient } from '../../support/client.js';
import { FILTER_EXAMPLES } from '../../support/filterExamples.js';
import { HIVE_KEY, pusher, startHub } from '../../support/hub.js';
import { ADMIN, importNotes, save } from '../../support/notes.js';
import { recordingHub } from '../../support/recordingHub.js';
import { loggedIn } from '../../support/team.js';
import { testApp } from '../../support/testApp.js';

const search = (client: Client, rest: Record<string, string> = {}) =>
  client.call('GET', `/api/v1/search?${new URLSearchParams({ q: 'note', cloud: '1', ...rest })}`);

/** A vault that also searches in a hub. */
async function vaultOf(url: string) {
  const app = await testApp({ VAULT_HIVE_URL: url, VAULT_HIVE_KEY: HIVE_KEY });
  return { app, client: await testClient(app) };
}

/** A hub with some notes of another vault. */
async function hubWith(
  notes: readonly Record<string, unknown>[],
  settings: { readonly names?: boolean } = {},
) {
  const hub = await startHub();
  const app = await testApp();
  const client = await testClient(app);
  await importNotes(client, notes);
  const push = await pusher(app, hub.url, settings);
  await push.pushAll();
  push.close();
  return hub;
}

test('local and hive hits are merged by rank, local ones first, each with its source', async () => {
  const hub = await hubWith([
    { title: 'theirs 1', content: 'note' },
    { title: 'theirs 2', content: 'note' },
  ]);
  const { client } = await vaultOf(hub.url);
  await save(client, { title: 'ours 1', content: 'note' });
  const answer = await search(client);
  expect(answer.headers).not.toHaveProperty('x-hive');
  expect(answer.json().map(({ source }: SearchHit) => source)).toEqual(['local', 'hive', 'hive']);
  expect(await search(client, { cloud: '0' }).then((one) => one.json())).toHaveLength(1);
});

test('a note of this vault that the hive also returns, or an equal note, is shown once', async () => {
  const hub = await hubWith([
    { title: 'the same', content: 'note' },
    { title: 'other', content: 'note' },
  ]);
  const { app, client } = await vaultOf(hub.url);
  await save(client, { title: 'the same', content: 'note' });
  await save(client, { title: 'ours', content: 'note for ada@example.org' });
  const push = await pusher(app, hub.url);
  await push.pushAll();
  push.close();
  const titles = (await search(client)).json().map(({ title }: SearchHit) => title);
  expect(titles.sort()).toEqual(['other', 'ours', 'the same']);
});

test('the filters are sent to the hive, with hashed names, and the hits have the real names', async () => {
  const about = {
    project: 'checkout',
    team: 'payments',
    author: 'ada',
    country: 'DE',
    tags: ['x'],
  };
  const hub = await hubWith([
    { content: 'note', ...about },
    { title: 'Another', content: 'note', project: 'other' },
  ]);
  const { client } = await vaultOf(hub.url);
  for (const [name, value] of Object.entries({ ...about, type: 'learning', tags: undefined })) {
    if (typeof value !== 'string') continue;
    const hits = (await search(client, { [name]: value })).json();
    expect(hits, name).toHaveLength(name === 'type' ? 2 : 1);
    expect(
      hits.find((hit: Record<string, unknown>) => hit[name] === value),
      name,
    ).toBeDefined();
  }
  expect((await search(client, { tag: 'x' })).json()).toHaveLength(1);
  expect((await search(client, { from: '2027-01-01T00:00:00Z' })).json()).toEqual([]);
  expect((await search(client, { project: 'unknown' })).json()).toEqual([]);
  const [hit] = (await search(client, { tag: 'x' })).json();
  expect(hit.project).toBe(hashedNames(HIVE_KEY)('project', 'checkout'));
});

test.each(Object.entries(FILTER_EXAMPLES))(
  'a hive is asked with the filter %s as well',
  async (name, example) => {
    const hub = await hubWith([
      { ...example.other, title: 'Other', content: 'note' },
      { ...example.wanted, title: 'Wanted', content: 'note' },
    ]);
    const { client } = await vaultOf(hub.url);
    const hits = (await search(client, { [name]: example.value })).json();
    expect(hits.map(({ title }: SearchHit) => title)).toEqual(['Wanted']);
  },
);

test('secrets and personal data in a query are not sent to the hive', async () => {
  const { url, asked } = await strangeHub((_request, response) => response.end('[]'));
  const { client } = await vaultOf(url);
  await search(client, { q: 'ada@example.org password=hunter2hunter2', tag: 'bob@example.org' });
  const [path] = asked;
  const query = new URL(`http://hub.example${path}`).searchParams;
  expect(query.get('q')).toBe('[EMAIL] password=[REDACTED]');
  expect(query.get('tag')).toBe('[EMAIL]');
});

test.each(['0', '1'])(
  'no word or filter of a search takes a secret or personal data to the hive, with VAULT_HIVE_NAMES=%s',
  async (names) => {
    const { url, sent } = await recordingHub();
    const env = { VAULT_HIVE_URL: url, VAULT_HIVE_KEY: HIVE_KEY, VAULT_HIVE_NAMES: names };
    const client = await testClient(await testApp(env));
    const searches = ['ada@example.org', 'password=hunter2hunter2'].flatMap((text) =>
      ['q', 'project', 'team', 'author', 'country', 'tag'].map((of) => ({ [of]: text })),
    );
    for (const one of searches) {
      expect((await search(client, one)).headers).not.toHaveProperty('x-hive');
    }
    expect(sent().split('\n')).toHaveLength(searches.length);
    expect(sent()).toContain('tag=password=[REDACTED]');
    for (const text of ['hunter2', 'ada@', 'example.org']) expect(sent()).not.toContain(text);
  },
);

test.each([
  ['is away', undefined],
  ['refuses', (_: IncomingMessage, response: ServerResponse) => response.writeHead(500).end()],
  [
    'redirects',
    (_: IncomingMessage, response: ServerResponse) =>
      response.writeHead(302, { location: 'http://elsewhere.example/' }).end(),
  ],
  ['answers something else', (_: IncomingMessage, response: ServerResponse) => response.end('{}')],
  [
    'answers half',
    (_: IncomingMessage, response: ServerResponse) => {
      response.writeHead(200, { 'content-length': '100' }).write('[');
      response.destroy();
    },
  ],
  ['never answers', () => {}],
])(
  'with a hive that %s the local hits are returned, and a header says so',
  async (_what, handle) => {
    const url = handle ? (await strangeHub(handle)).url : 'http://127.0.0.1:7999';
    const { client } = await vaultOf(url);
    const id = await save(client, { content: 'note' });
    const answer = await search(client);
    expect(answer.json()).toMatchObject([{ id, source: 'local' }]);
    expect(answer.headers['x-hive']).toBe('unavailable');
  },
);

test('pages of merged hits neither overlap nor leave anything out', async () => {
  const notes = (whose: string, count: number) =>
    Array.from({ length: count }, (_, i) => ({ title: `${whose} ${i}`, content: 'note' }));
  const hub = await hubWith(notes('theirs', 7));
  const { client } = await vaultOf(hub.url);
  for (const about of notes('ours', 4)) await save(client, about);
  const all = (await search(client)).json().map(({ title }: SearchHit) => title);
  expect(all).toHaveLength(11);
  const pages: string[] = [];
  for (let offset = 0; offset < 12; offset += 3) {
    const page = (await search(client, { limit: '3', offset: String(offset) })).json();
    pages.push(...page.map(({ title }: SearchHit) => title));
  }
  expect(pages).toEqual(all);
});

test('the hive is not searched with as_of', async () => {
  const { url, asked } = await strangeHub((_request, response) => response.end('[]'));
  const { client } = await vaultOf(url);
  const answer = await search(client, { as_of: '0' });
  expect(answer.headers['x-hive']).toBe('unavailable');
  expect(asked).toEqual([]);
});

property.prop([
  fc.uniqueArray(fc.nat(20), { maxLength: 9 }),
  fc.uniqueArray(fc.nat(20), { maxLength: 9 }),
  fc.nat(9),
])(
  'merged lists contain everything once, and their first places depend only on first places',
  (a, b, n) => {
    const hits = (list: readonly number[]) => list.map((i) => ({ title: String(i) }) as SearchHit);
    const titles = (list: readonly SearchHit[]) => list.map(({ title }) => title);
    const [ours, theirs] = [hits(a), hits(b)];
    const merged = mergeHits(ours, theirs);
    expect(titles(merged).sort()).toEqual([...new Set(titles([...ours, ...theirs]))].sort());
    expect(merged.filter((hit) => ours.includes(hit))).toHaveLength(ours.length);
    const beginnings = mergeHits(ours.slice(0, n), theirs.slice(0, n));
    expect(titles(beginnings).slice(0, n)).toEqual(titles(merged).slice(0, n));
  },
);

test('two equal notes of this vault are both shown', () => {
  const ours = ['same', 'same'].map((title) => ({ title }) as SearchHit);
  expect(mergeHits(ours, ours.slice(0, 1))).toHaveLength(2);
});

/** A server that answers in place of a hub. */
async function strangeHub(handle: (request: IncomingMessage, response: ServerResponse) => unknown) {
  const asked: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url);
    handle(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  // The cast is safe: it listens on TCP.
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, asked };
}

test.each([false, true])(
  'behind a wall, hits of the hive are those of no team and of the member’s own; plain names: %s',
  async (names) => {
    const hub = await hubWith(
      [
        { title: 'of nobody', content: 'note' },
        { title: 'of the team', content: 'note', team: 'payments' },
        { title: 'of another', content: 'note', team: 'infra' },
      ],
      { names },
    );
    const app = await testApp({
      VAULT_AUTH: 'session',
      VAULT_HIVE_URL: hub.url,
      VAULT_HIVE_KEY: HIVE_KEY,
      VAULT_HIVE_NAMES: names ? '1' : '0',
    });
    const client = await testClient(app);
    const { headers } = await loggedIn(client);
    const found = async (as: Record<string, string>) => {
      const hits: SearchHit[] = (
        await client.call('GET', '/api/v1/search?q=note&cloud=1', { headers: as })
      ).json();
      return hits.map(({ title, saved_by }) => [title, saved_by]).sort();
    };
    expect(await found(headers)).toEqual([
      ['of nobody', 'hive'],
      ['of the team', 'hive'],
    ]);
    expect(await found(ADMIN)).toHaveLength(3);
  },
);
