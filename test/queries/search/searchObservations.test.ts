import { expect, test } from 'vitest';
import { searchVault } from '../../support/searchVault.js';
import { DEVELOPER_STRINGS } from './developerStrings.js';

const SESSION = '01KA5ZHQ7R9T1V3X5Z7B9D1F3H';

test('notes with all words come before those with some, and the answer says how the query was read', async () => {
  const vault = await searchVault([
    { title: 'some', content: 'retries retries retries' },
    {
      title: 'all',
      content: 'a long note in which the gateway is mentioned once, and retries too',
    },
  ]);
  expect(await vault.titles('How does the gateway handle retries?')).toEqual(['all', 'some']);
  const reading = async (q: string) => (await vault.search(q)).reading;
  expect(await reading('gateway')).toBe('words');
  expect(await reading('gateway retries zebra')).toBe('relaxed');
  expect(await reading('gateway retreis')).toBe('corrected');
  expect(await reading('gatew')).toBe('prefix');
  expect(await reading('"the gateway"')).toBe('syntax');
});

test('words are found by their stems, prefixes in the unstemmed words', async () => {
  const vault = await searchVault([{ title: 'note', content: 'studies of connections' }]);
  expect(await vault.titles('study connected')).toEqual(['note']);
  expect(await vault.titles('studie*')).toEqual(['note']);
  expect(await vault.titles('"studies of"')).toEqual(['note']);
  expect(await vault.titles('studi AND connections')).toEqual(['note']);
});

test('a sentence with a quotation is read as words when it has no hits as syntax', async () => {
  const vault = await searchVault([{ title: 'note', content: 'the disk was full on Tuesday' }]);
  expect(await vault.titles('why did "disk full" come up on Monday')).toEqual(['note']);
  expect(await vault.titles('disk NOT full')).toEqual([]);
});

test('a question finds an observation by the notes around it', async () => {
  const vault = await searchVault([
    {
      title: 'question',
      content: 'Which database shall we take for invoices?',
      session_id: SESSION,
    },
    { title: 'answer', content: 'Postgres.', session_id: SESSION },
    { title: 'other', content: 'Something else entirely.' },
  ]);
  expect(await vault.titles('database invoices')).toEqual(['question', 'answer']);
  expect(await vault.titles('Postgres')).toEqual(['answer', 'question']);
});

test('author, date and the parts of identifiers are found', async () => {
  const vault = await searchVault([
    { title: 'dated', author: 'Grace Hopper' },
    { title: 'code', content: 'call getUserById first' },
    { title: 'snake', content: 'call get_user_by_id first' },
  ]);
  expect(await vault.titles('grace')).toEqual(['dated']);
  expect(await vault.titles('20 November 2026')).toHaveLength(3);
  expect(await vault.titles('user by id')).toEqual(expect.arrayContaining(['code', 'snake']));
  expect(await vault.titles('getUserById')).toEqual(['code', 'snake']);
});

test.each([
  ['日本語', '設定は日本語で書く'],
  ['检索', '中文全文检索系统'],
  ['검색', '한국어검색엔진입니다'],
  ['ภาษา', 'นี่คือภาษาไทย'],
])('%s is found inside longer text', async (q, content) => {
  const vault = await searchVault([
    { title: 'hit', content },
    { title: 'miss', content: 'English text' },
  ]);
  expect(await vault.titles(q)).toEqual(['hit']);
});

test('filters apply in every reading', async () => {
  const vault = await searchVault([
    { title: 'one', content: 'retries', project: 'p', type: 'task' },
    { title: 'two', content: 'retries', project: 'q', type: 'decision' },
  ]);
  for (const q of ['retries', 'retries nothing', 'retri', '"retries"', 'retries OR x']) {
    expect(await vault.titles(q, { filters: { at: 0, project: 'p' } })).toEqual(['one']);
    expect(await vault.titles(q, { filters: { at: 0, type: 'decision' } })).toEqual(['two']);
    expect(await vault.titles(q, { filters: { at: 0, project: 'p', type: 'decision' } })).toEqual(
      [],
    );
  }
});

test('a query cannot escape from its project or search internal columns', async () => {
  const vault = await searchVault([
    { title: 'mine', content: 'retries', project: 'p' },
    { title: 'theirs', content: 'secret plans', project: 'q', author: 'eve' },
  ]);
  const filters = { at: 0, project: 'p' };
  for (const q of ['x) OR scope:(ttask', 'retries) OR (secret', '"x" OR secret', 'scope : ttask']) {
    expect(await vault.titles(q, { filters })).not.toContain('theirs');
  }
  expect((await vault.search('meta : eve')).reading).not.toBe('syntax');
});

test('pages neither repeat nor skip hits', async () => {
  const notes = Array.from({ length: 30 }, (_, i) => ({
    title: `note ${i}`,
    content: i % 3 === 0 ? 'gateway retries' : 'retries',
  }));
  const vault = await searchVault(notes);
  const all = await vault.titles('gateway retries', { limit: 30 });
  expect(new Set(all).size).toBe(30);
  const pages = await Promise.all(
    [0, 7, 14, 21, 28].map((offset) => vault.titles('gateway retries', { limit: 7, offset })),
  );
  expect(pages.flat()).toEqual(all);
});

test('an extract marks the matching words', async () => {
  const content = `${'nothing here. '.repeat(50)}The gateway retries twice. ${'more. '.repeat(50)}`;
  const vault = await searchVault([{ title: 'note', content }]);
  const { hits } = await vault.search('gateway retry', { snippet: true });
  expect(hits[0]?.snippet).toContain('The **gateway** **retries** twice.');
  expect(hits[0]?.snippet?.length).toBeLessThan(300);
  expect((await vault.search('gateway')).hits[0]).not.toHaveProperty('snippet');
});

test(`none of ${DEVELOPER_STRINGS.length} strings that developers type is an error`, async () => {
  expect(DEVELOPER_STRINGS.length).toBeGreaterThanOrEqual(300);
  const vault = await searchVault(
    DEVELOPER_STRINGS.map((content, i) => ({ title: `note ${i}`, content, project: `p${i % 3}` })),
  );
  const lost: string[] = [];
  for (const [i, q] of DEVELOPER_STRINGS.entries()) {
    const filters = { at: 0, project: `p${i % 3}` };
    const { hits, reading } = await vault.search(q, { filters, snippet: true, limit: 100 });
    expect(hits.every(({ project }) => project === filters.project)).toBe(true);
    // `IS NOT NULL` is read as FTS5 syntax, so it correctly does not find its own text.
    if (reading !== 'syntax' && !hits.some(({ content }) => content === q)) lost.push(q);
  }
  expect(lost.filter((q) => /[\p{L}\p{N}]/u.test(q))).toEqual([]);
});
