import { expect, test } from 'vitest';
import { type Client, testClient } from '../../support/client.js';
import { importNotes, listed, save, UNKNOWN_SESSION } from '../../support/notes.js';
import { testApp } from '../../support/testApp.js';

const url = (q: string, rest: Record<string, string> = {}) =>
  `/api/v1/search?${new URLSearchParams({ q, ...rest })}`;
const titles = (client: Client, q: string, rest?: Record<string, string>) =>
  listed(client, url(q, rest), 'title');

test('hits with all words come before those with some, hits in the title before those in the content', async () => {
  const client = await testClient(await testApp());
  await save(client, { title: 'Some', content: 'Idempotency is a long word in a long text.' });
  await save(client, { title: 'Idempotency key', content: 'Explained at the same length here' });
  await save(client, { title: 'All in the content', content: 'An idempotency key, explained.' });
  await importNotes(
    client,
    Array.from({ length: 20 }, (_, i) => ({ title: `Note ${i}` })),
  );
  const found = (await client.call('GET', url('idempotency key'))).json();
  expect(found.map(({ title }: { title: string }) => title)).toEqual([
    'Idempotency key',
    'All in the content',
    'Some',
  ]);
  expect(found[0]).toMatchObject({ source: 'local', score: expect.any(Number) });
});

test('tags are searched, too', async () => {
  const client = await testClient(await testApp());
  await save(client, { title: 'Tagged', tags: ['kubernetes'] });
  expect(await titles(client, 'kubernetes')).toEqual(['Tagged']);
});

test('a search gives up to 20 hits, or up to limit, and pages with offset', async () => {
  const client = await testClient(await testApp());
  await importNotes(
    client,
    Array.from({ length: 120 }, (_, i) => ({ title: `Note ${i}` })),
  );
  expect(await titles(client, 'note')).toHaveLength(20);
  expect(await titles(client, 'note', { limit: '1' })).toHaveLength(1);
  const hundred = await titles(client, 'note', { limit: '100' });
  expect(hundred).toHaveLength(100);
  const rest = await titles(client, 'note', { limit: '100', offset: '100' });
  expect(new Set([...hundred, ...rest]).size).toBe(120);
  expect(await titles(client, 'note', { offset: '120' })).toEqual([]);
});

test('without a hive, cloud=1 gives the local answer and says so', async () => {
  const client = await testClient(await testApp());
  const id = await save(client);
  const found = await client.call('GET', url('content', { cloud: '1' }));
  expect(found.json()).toMatchObject([{ id, source: 'local' }]);
  expect(found.headers['x-hive']).toBe('unavailable');
  expect((await client.call('GET', url('content'))).headers).not.toHaveProperty('x-hive');
});

test('explain=1 says of each hit which words were found, in the note and around it, and what they add', async () => {
  const client = await testClient(await testApp());
  const session_id = UNKNOWN_SESSION;
  await save(client, { title: 'Asked', content: 'Who runs the ledger?', session_id });
  await save(client, { title: 'Answered', content: 'Tony wrote the gateway.', session_id });
  await importNotes(
    client,
    Array.from({ length: 20 }, (_, i) => ({ title: `Note ${i}` })),
  );
  const q = 'who did write the gatewya of the ledger';
  const found = await client.call('GET', url(q, { explain: '1' }));
  expect(found.headers['x-search']).toBe('corrected');
  const [best] = found.json();
  expect(best).toMatchObject({ title: 'Answered', score: expect.any(Number) });
  const { words, factor, all_words } = best.explain;
  expect(
    words.map(({ word, read_as }: { word: string; read_as?: string[] }) => [word, read_as]),
  ).toEqual([
    ['write', undefined],
    ['gatewya', ['gateway']],
    ['ledger', undefined],
  ]);
  const [wrote, gateway, ledger] = words;
  expect(ledger).toMatchObject({ in_note: 0, around: expect.any(Number) });
  expect(gateway.in_note).toBeGreaterThan(0);
  expect(ledger.around).toBeGreaterThan(0);
  const sum = wrote.in_note + gateway.in_note + ledger.around;
  expect(best.score).toBeCloseTo(sum * factor + all_words, 2);
  for (const path of [url(q), url(q, { explain: '0' })]) {
    const plain = await client.call('GET', path);
    expect(plain.json()).toEqual(
      found.json().map(({ explain: _, ...hit }: { explain: object }) => hit),
    );
  }
});

test.each([
  ['webhok', 'corrected', ['webhook']],
  ['gateway webhok', 'corrected', ['webhook']],
  ['WEBHOK gateway', 'corrected', ['webhook']],
  ['webhook', 'words', []],
  ['gateway zebra', 'relaxed', []],
  ['gateway webhook zebra', 'relaxed', []],
  ['gatew', 'prefix', []],
  ['webhok OR gateway', 'syntax', []],
  ['"webhok" OR gateway', 'syntax', []],
])('%s is read as %s', async (q, reading, readAs) => {
  const client = await testClient(await testApp());
  await save(client, {
    title: 'Both',
    content: 'The webhook of the gateway, in which all is said.',
  });
  await save(client, { title: 'One', content: 'Another webhook.' });
  const found = await client.call('GET', url(q, { explain: '1' }));
  expect(found.headers['x-search']).toBe(reading);
  const words: { word: string; read_as?: string[] }[] = found.json()[0].explain.words;
  expect(words.flatMap(({ read_as }) => read_as ?? [])).toEqual(readAs);
  // Known words are read as they are.
  expect(words.filter(({ word }) => word === 'gateway')).toEqual(
    q.includes('gateway') ? [expect.not.objectContaining({ read_as: expect.anything() })] : [],
  );
});
