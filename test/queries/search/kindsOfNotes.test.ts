import { expect, test } from 'vitest';
import type { ObservationRow } from '../../../src/projections/observationRow.js';
import { searchViews } from '../../support/searchViews.js';

/** Without them, every word would be one that most notes hold. */
const OTHERS = Array.from({ length: 30 }, (_, i) => ({ title: `other ${i}`, content: 'no word' }));
const found = (q: string, notes: readonly Partial<ObservationRow>[]) =>
  searchViews([...notes, ...OTHERS]).titles(q);

test.each([
  ['?', '.'],
  ['？', '。'],
])('a question that ends with %j ranks behind a statement of the same words', (end, stop) => {
  expect(
    found('ledger port', [
      { title: 'told', content: `the ledger has a port${stop}` },
      { title: 'asks', content: `the ledger has a port${end}` },
    ]),
  ).toEqual(['told', 'asks']);
});

test('a question ranks behind its answer, which holds as many of the words', () => {
  const session_id = 's';
  expect(
    found('Who keeps the ledger in Berlin, and since when?', [
      { title: 'asked', content: 'Who keeps our ledger in Berlin?', session_id },
      { title: 'answered', content: 'Tony keeps it since May, in Berlin.', session_id },
    ]),
  ).toEqual(['answered', 'asked']);
});

test('of notes with all of three words and others, those with all come first, whatever is said around the others', () => {
  const session_id = 's';
  const long = 'and it goes on about other things for a while, as people do. '.repeat(30);
  const notes = [
    { title: 'some', content: 'gateway gateway ledger ledger gateway', session_id },
    { title: 'some', content: 'gateway ledger rota gate', session_id: 'else' },
    ...Array.from({ length: 4 }, () => ({
      title: 'some',
      content: 'gateway gateway ledger ledger',
      session_id,
    })),
    { title: 'all', content: `${long} The gateway, the ledger and their port ${long}?` },
  ];
  expect(found('gateway ledger port', notes)[0]).toBe('all');
});

test('a word that a note holds more often adds more, each time less', () => {
  const times = (count: number) => ({
    title: `${count} times`,
    content: [...Array(count).fill('gateway'), ...Array(9 - count).fill('another')].join(' '),
  });
  const { hits } = searchViews([...[1, 2, 3, 8].map(times), ...OTHERS]).search('gateway', {
    explain: true,
  });
  const [one = 0, two = 0, three = 0, eight = 0] = [1, 2, 3, 8].map(
    (count) => hits.find(({ title }) => title === `${count} times`)?.explain?.words[0]?.in_note,
  );
  expect(two - one).toBeGreaterThan(three - two);
  expect(three - two).toBeGreaterThan((eight - three) / 5);
  expect(eight).toBeGreaterThan(three);
});

test('of notes with the same words, a shorter one comes first', () => {
  const rest = 'It turns down one in ten, as was agreed with the people who run it. '.repeat(4);
  expect(
    found('gateway', [
      { title: 'short', content: `The gateway. ${rest}` },
      { title: 'long!', content: `The gateway. ${rest.repeat(3)}` },
    ]),
  ).toEqual(['short', 'long!']);
});

test('a word in the title or in a tag adds more than one in the content', () => {
  const { search } = searchViews([
    { title: 'ledger port', content: 'the one and only' },
    { title: 'the port', content: 'the one: ledger' },
    { title: 'a port', content: 'the only one', tags: '["ledger"]' },
    ...OTHERS,
  ]);
  const hits = search('ledger', { explain: true }).hits;
  const scores = new Map(hits.map(({ title, explain }) => [title, explain?.words[0]?.in_note]));
  expect(scores.get('ledger port')).toBeGreaterThan(scores.get('the port') ?? 0);
  expect(scores.get('a port')).toBeGreaterThan(scores.get('the port') ?? 0);
});

test('a word that is rare in the project adds more than one that is rare elsewhere only', () => {
  const notes = (project: string, word: string) =>
    Array.from({ length: 10 }, () => ({ title: 'common', content: word, project }));
  const { search } = searchViews([
    { title: 'local', content: 'ledger', project: 'p' },
    { title: 'other', content: 'dragon', project: 'p' },
    ...notes('p', 'dragon'),
    ...notes('q', 'ledger'),
    ...OTHERS.map((note) => ({ ...note, project: 'p' })),
  ]);
  const best = (project?: string) =>
    search('dragon ledger', { filters: { at: 0, project } }).hits.map(({ content }) => content)[0];
  expect(best('p')).toBe('ledger');
  const words = search('dragon ledger', { explain: true, limit: 50 }).hits;
  const inNote = (content: string) =>
    words.find((hit) => hit.content === content)?.explain?.words[0]?.in_note;
  expect(inNote('ledger')).toBe(inNote('dragon'));
});

test('other forms of an irregular verb or noun are found, by each of its forms', () => {
  const notes = [{ title: 'write', content: 'They write the children down.' }];
  for (const q of ['wrote', 'WRITTEN', 'child']) expect(found(q, notes)).toEqual(['write']);
  expect(found('thought', [{ title: 'think', content: 'Think twice.' }])).toEqual(['think']);
});
