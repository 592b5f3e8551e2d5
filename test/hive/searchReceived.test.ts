import { expect, test } from 'vitest';
import { EVERYTHING } from '../../src/domain/caller.js';
import { searchReceived } from '../../src/hive/hub.js';
import type { SearchHit } from '../../src/queries/search/searchHit.js';

const hit = (title: string, length: number): SearchHit => ({
  id: '01KA5ZHQ7R9T1V3X5Z7B9D1F01',
  session_id: null,
  type: 'decision',
  tags: [],
  title,
  content: '\u0001'.repeat(length),
  created_at: '2026-01-05T10:00:00Z',
  source: 'local',
  score: 1,
});

const titlesOf = async (hits: SearchHit[]) => {
  const search = {
    sees: EVERYTHING,
    q: 'note',
    filters: { at: 0 },
    limit: 20,
    offset: 0,
    snippet: false,
  };
  const found = await searchReceived(async () => ({ hits, reading: 'words' as const }), search);
  return { titles: found.map(({ title }) => title), bytes: JSON.stringify(found).length };
};

test('long notes do not make an answer longer than other vaults read, and do not displace short ones', async () => {
  const long = Array.from({ length: 6 }, (_, i) => hit(`long ${i}`, 2_000_000));
  const { titles, bytes } = await titlesOf([
    hit('short 1', 100),
    ...long,
    hit('middle', 500_000),
    hit('short 2', 100),
  ]);
  expect(titles).toEqual(['short 1', 'long 0', 'long 1', 'long 2', 'middle', 'short 2']);
  expect(bytes).toBeLessThan(64 * 1024 * 1024);
});

test('what is found is given whole and in its order otherwise', async () => {
  const hits = [hit('one', 500_000), hit('two', 10), hit('three', 500_000)];
  expect((await titlesOf(hits)).titles).toEqual(['one', 'two', 'three']);
});
