import { expect, test } from 'vitest';
import { ulids } from '../../../src/domain/ids.js';
import { NOTE_LINE } from '../../support/archiveLines.js';
import { testClient } from '../../support/client.js';
import { imported } from '../../support/importing.js';
import { importNotes, listed, save, UNKNOWN_SESSION } from '../../support/notes.js';
import { sharedClient } from '../../support/sharedClient.js';
import { NOW, testApp } from '../../support/testApp.js';

const vault = sharedClient();
const nextId = ulids();

const CONTEXT = '/api/v1/context/p';

test('the context of a project is newest first, without other projects', async () => {
  const client = await testClient(await testApp());
  await importNotes(client, [
    { title: 'middle', project: 'p', created_at: '2026-01-02T00:00:00Z' },
    { title: 'oldest', project: 'p', created_at: '2026-01-01T00:00:00Z' },
    { title: 'newest', project: 'p', created_at: '2026-01-03T00:00:00Z' },
    { title: 'other', project: 'p2', created_at: '2026-01-04T00:00:00Z' },
    { title: 'none', created_at: '2026-01-05T00:00:00Z' },
  ]);
  expect(await listed(client, CONTEXT, 'title')).toEqual(['newest', 'middle', 'oldest']);
});

test('among notes of the same second the last one saved comes first', async () => {
  const client = await testClient(await testApp());
  const first = await save(client, { project: 'p' });
  const second = await save(client, { project: 'p' });
  expect(await listed(client, CONTEXT)).toEqual([second, first]);
});

test('an unknown project has no context', async () => {
  const client = vault();
  expect(await listed(client, '/api/v1/context/unknown')).toEqual([]);
});

test('a context has up to 20 notes, or up to limit', async () => {
  const client = await testClient(await testApp());
  const notes = Array.from({ length: 101 }, (_, i) => ({ title: `${i}`, project: 'p' }));
  await importNotes(client, notes);
  expect(await listed(client, CONTEXT)).toHaveLength(20);
  expect(await listed(client, `${CONTEXT}?limit=1`, 'title')).toEqual(['100']);
  expect(await listed(client, `${CONTEXT}?limit=100`)).toHaveLength(100);
});

test.each(['0', '101', '-1', '1e1', ' 5', '', 'all'])('limit=%s is refused', async (limit) => {
  const client = vault();
  const refused = await client.call('GET', `${CONTEXT}?limit=${encodeURIComponent(limit)}`);
  expect(refused.json()).toMatchObject({ status: 400, code: 'invalid_parameter' });
});

/** Notes of project p that each take the place of the one before. */
function chain(length: number) {
  const ids = Array.from({ length }, () => nextId(NOW));
  return ids.map((id, i) => ({
    id,
    title: `status ${i}`,
    project: 'p',
    type: 'task',
    ...(i > 0 && { supersedes: ids[i - 1] }),
  }));
}

const rules = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    title: `rule ${i}`,
    project: 'p',
    type: 'decision',
    author: 'ada',
  }));

test.each([15, 700])('%d superseded notes take no place from those that hold', async (length) => {
  const client = await testClient(await testApp());
  await importNotes(client, [...rules(3), ...chain(length)]);
  const shown = [`status ${length - 1}`, 'rule 2', 'rule 1', 'rule 0'];
  for (const query of ['', '?spread=true', `?as_of=${length + 3}`])
    expect(await listed(client, `${CONTEXT}${query}`, 'title'), query).toEqual(shown);
  expect(await listed(client, `${CONTEXT}?limit=2`, 'title')).toEqual(shown.slice(0, 2));
  // Two of the chain: the one that was the newest then, and the rules.
  expect(await listed(client, `${CONTEXT}?as_of=5`, 'title')).toEqual([
    'status 1',
    ...shown.slice(1),
  ]);
});

test('pinned notes leave half of the places to the newest others, and take what those leave', async () => {
  const client = await testClient(await testApp());
  await importNotes(client, [...rules(30), { title: 'new 1', project: 'p' }]);
  const ids = await listed(client, '/api/v1/observations?type=decision&limit=100');
  for (const id of ids) await client.call('PUT', `/api/v1/observations/${id}/pin`);
  const shown = await listed(client, CONTEXT, 'title');
  expect(shown).toHaveLength(20);
  expect(shown.at(-1)).toBe('new 1');
  const more = Array.from({ length: 30 }, (_, i) => ({ title: `new ${i + 2}`, project: 'p' }));
  await importNotes(client, more);
  const pins = (await listed(client, CONTEXT, 'pinned')).filter(Boolean);
  expect(pins).toHaveLength(10);
});

test.each<[string, (i: number) => Record<string, unknown>]>([
  ['type', (i) => ({ author: `${i}` })],
  ['type, where all notes have one author', () => ({ author: 'ada' })],
  ['author', (i) => ({ type: i % 2 ? 'task' : 'bugfix', author: 'robot' })],
  ['author, where it names none', (i) => ({ type: i % 2 ? 'task' : 'bugfix' })],
  [
    'session',
    (i) => ({ type: i % 2 ? 'task' : 'bugfix', author: `${i}`, session_id: UNKNOWN_SESSION }),
  ],
])('spread=true leaves half of the places to others than one %s', async (_what, flood) => {
  const client = await testClient(await testApp());
  const flooding = Array.from({ length: 600 }, (_, i) => ({
    title: `flood ${i}`,
    project: 'p',
    ...flood(i),
  }));
  await importNotes(client, [...rules(4), ...flooding]);
  expect(await listed(client, `${CONTEXT}?limit=4`, 'title')).toEqual([
    'flood 599',
    'flood 598',
    'flood 597',
    'flood 596',
  ]);
  expect(await listed(client, `${CONTEXT}?limit=4&spread=true`, 'title')).toEqual([
    'flood 599',
    'flood 598',
    'rule 3',
    'rule 2',
  ]);
  // What the others do not take is not left empty.
  expect(await listed(client, `${CONTEXT}?limit=20&spread=true`, 'title')).toHaveLength(20);
});

test('spread=true leaves half of the places to others than one import', async () => {
  const client = await testClient(await testApp());
  await importNotes(client, rules(4));
  const lines = Array.from({ length: 15 }, (_, i) => ({
    ...NOTE_LINE,
    id: nextId(NOW),
    title: `flood ${i}`,
    project: 'p',
    type: i % 2 ? 'task' : 'bugfix',
    author: `${i}`,
  }));
  await imported(client, lines);
  const shown = await listed(client, `${CONTEXT}?limit=4&spread=true`, 'title');
  expect(shown.filter((title) => String(title).startsWith('rule'))).toHaveLength(2);
});

test('content_limit shortens the notes of a context', async () => {
  const client = await testClient(await testApp());
  await importNotes(client, [{ project: 'p', content: 'abcdef' }]);
  const [note] = (await client.call('GET', `${CONTEXT}?content_limit=2`)).json();
  expect(note).toMatchObject({ content: 'ab', content_bytes: 6 });
});

test('the decisions of a summary are those that hold', async () => {
  const client = await testClient(await testApp());
  const status = chain(8).map((one) => ({ ...one, type: 'decision' }));
  await importNotes(client, [...rules(2), ...status]);
  const { decisions } = (await client.call('GET', '/api/v1/summary/p')).json();
  const titles = decisions.map(({ title }: { title: string }) => title);
  expect(titles).toEqual(['status 7', 'rule 1', 'rule 0']);
});

/** A note of project p about a file, longer than its title. */
const about = (path: string, title: string, more: Record<string, unknown> = {}) => ({
  title,
  project: 'p',
  type: 'bugfix',
  content: 'What is told is longer than the title of the note.',
  anchors: [{ path }],
  ...more,
});

const files = (...paths: readonly string[]) =>
  paths.map((path) => `file=${encodeURIComponent(path)}`).join('&');

test('notes about the files that are worked on come before the newest, and of these what one is to keep to first', async () => {
  const client = await testClient(await testApp());
  const id = nextId(NOW);
  await importNotes(client, [
    about('src/till.ts', 'never round', { type: 'antipattern' }),
    about('src/till.ts', 'old way', { id }),
    about('src/till.ts', 'new way', { supersedes: id }),
    about('src/a,b & ü.ts', 'decided', { type: 'decision' }),
    about('src/till.ts', 'of others', { project: 'p2' }),
    about('src/door.ts', 'the door'),
    about('src/till.ts', 'pinned'),
    ...rules(3),
  ]);
  const [pinned] = await listed(client, '/api/v1/search?q=pinned&project=p');
  await client.call('PUT', `/api/v1/observations/${pinned}/pin`);
  const query = files('src/till.ts', 'src/a,b & ü.ts', 'src/none.ts');
  expect(await listed(client, `${CONTEXT}?${query}`, 'title')).toEqual([
    'pinned',
    'decided',
    'never round',
    'new way',
    'rule 2',
    'rule 1',
    'rule 0',
    'the door',
  ]);
  const [, ofDoor] = await listed(client, `${CONTEXT}?${files('src/door.ts')}`, 'title');
  expect(ofDoor).toBe('the door');
  const [, ...ofFolder] = await listed(client, `${CONTEXT}?${files('src/')}`, 'title');
  expect(ofFolder.slice(0, 4)).toEqual(['decided', 'never round', 'the door', 'new way']);
  // As it was before the successor and the rules.
  expect(await listed(client, `${CONTEXT}?${query}&as_of=2`, 'title')).toEqual([
    'never round',
    'old way',
  ]);
});

test('notes about files leave half of the places to the newest, and take what those leave', async () => {
  const client = await testClient(await testApp());
  const many = Array.from({ length: 30 }, (_, i) => about('a.ts', `about ${i}`));
  await importNotes(client, [...rules(30), ...many]);
  const of = async (query: string) => {
    const titles = await listed(client, `${CONTEXT}?${files('a.ts')}${query}`, 'title');
    return titles.filter((title) => String(title).startsWith('about')).length;
  };
  expect(await of('')).toBe(10);
  expect(await of('&limit=5')).toBe(3);
  expect(await of('&limit=100')).toBe(30);
});

test('more than 50 files are refused', async () => {
  const client = vault();
  const query = files(...Array.from({ length: 51 }, (_, i) => `${i}.ts`));
  const refused = await client.call('GET', `${CONTEXT}?${query}`);
  expect(refused.json()).toMatchObject({ status: 400, code: 'invalid_parameter' });
  expect(refused.json().detail).toContain('at most 50 files');
});

test('spread=true leaves three quarters of the places to notes that say more than their title', async () => {
  const client = await testClient(await testApp());
  const small = Array.from({ length: 600 }, (_, i) => ({
    title: `Bump vitest to 4.${i}`,
    project: 'p',
    type: i % 2 ? 'task' : 'context',
    author: `${i}`,
  }));
  const told = Array.from({ length: 9 }, (_, i) => about('b.ts', `told ${i}`, { author: `${i}` }));
  await importNotes(client, [...told, ...small]);
  const titles = await listed(client, `${CONTEXT}?limit=8&spread=true`, 'title');
  expect(titles.filter((title) => String(title).startsWith('told'))).toHaveLength(4);
  expect(titles).toHaveLength(8);
});
