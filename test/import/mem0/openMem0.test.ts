import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Diagnostic } from '../../../src/diagnostics/diagnostic.js';
import { openMem0 } from '../../../src/import/mem0.js';
import { folderWith, notesIn, rowsOf, skippedIn } from '../../support/sourceFiles.js';

const ID = '892db2ae-06d9-49e5-8b3e-585ef9b85b8e';
const MEMORY = {
  id: ID,
  memory: 'Ana prefers tabs.\nEverywhere.',
  hash: 'c4ca4238a0b923820dcc509a6f75849b',
  user_id: 'ana',
  agent_id: 'coder',
  metadata: { project: 'shop', source: 'chat', turns: 3 },
  categories: ['preferences', 'code style'],
  created_at: '2026-10-01T09:30:00.123456-07:00',
  updated_at: '2026-10-02T09:30:00Z',
};

const open = (dump: unknown, project?: string) => {
  const text = typeof dump === 'string' ? dump : JSON.stringify(dump);
  const file = join(folderWith({ 'mem0.json': text }), 'mem0.json');
  return openMem0(file, project === undefined ? {} : { project });
};
const read = async (dump: unknown, project?: string) => rowsOf(await open(dump, project));

const NOTE = {
  record: 'note',
  id: expect.any(String),
  type: 'context',
  title: 'Ana prefers tabs.',
  content: 'Ana prefers tabs.\nEverywhere.',
  tags: ['preferences', 'code style', 'agent:coder', 'source:chat', 'turns:3'],
  project: 'shop',
  author: 'ana',
  created_at: '2026-10-01T16:30:00Z',
};

describe('a memory is a note with all that is known of it', () => {
  test.each([
    ['results', { results: [MEMORY] }],
    ['memories', { memories: [MEMORY] }],
    ['a plain list', [MEMORY]],
    ['pages in a list', [[MEMORY]]],
    ['one page', { count: 1, next: null, previous: null, results: [MEMORY] }],
  ])('%s', async (_, dump) => {
    const source = await open(dump);
    expect(source.total).toBe(1);
    expect(await rowsOf(source)).toEqual([{ row: 'memory 1', line: NOTE }]);
  });
});

test('a project that is given is that of the memories which name none', async () => {
  const rows = await read([MEMORY, { ...MEMORY, id: 'b', metadata: null }], 'other');
  expect(notesIn(rows).map(({ project }) => project)).toEqual(['shop', 'other']);
});

test('a type in the metadata is that of the note, or the nearest one', async () => {
  const typed = (type: string) => ({ ...MEMORY, metadata: { type }, categories: [] });
  const rows = await read([typed('decision'), typed('incident'), typed('poem')]);
  expect(notesIn(rows).map(({ type, tags }) => [type, tags[0]])).toEqual([
    ['decision', 'agent:coder'],
    ['bugfix', 'src-type:incident'],
    ['context', 'src-type:poem'],
  ]);
});

test('metadata that is more than texts is named as shortened', async () => {
  const metadata = { list: ['a', 'b'], deep: { er: 1 }, none: null, tags: ['t'] };
  expect(await read([{ ...MEMORY, metadata, categories: null }])).toMatchObject([
    { shortened: ['metadata'], line: { tags: ['t', 'agent:coder', 'list:a', 'list:b'] } },
  ]);
});

test('a first line that is too long for a title stays whole in the content', async () => {
  const memory = 'long '.repeat(40).trim();
  expect(notesIn(await read([{ ...MEMORY, memory }]))).toMatchObject([
    { title: `${memory.slice(0, 99)}…`, content: memory },
  ]);
});

describe('the history of a memory gives its revisions', () => {
  const entry = (event: string, old: string | null, now: string | null, at: string) => ({
    id: at,
    memory_id: ID,
    event,
    old_memory: old,
    new_memory: now,
    created_at: '2026-10-01T16:30:00Z',
    updated_at: event === 'ADD' ? null : at,
  });
  const HISTORY = [
    entry('UPDATE', 'Spaces.', 'Tabs.', '2026-10-01T18:00:00Z'),
    entry('ADD', null, 'Spaces.', '2026-10-01T16:30:00Z'),
    entry('UPDATE', 'Tabs.', MEMORY.memory, '2026-10-02T09:30:00Z'),
  ];
  const REVISIONS = [
    { title: 'Spaces.', content: 'Spaces.', at: '2026-10-01T16:30:00Z' },
    { title: 'Tabs.', content: 'Tabs.', at: '2026-10-01T18:00:00Z' },
    { title: NOTE.title, content: MEMORY.memory, at: '2026-10-02T09:30:00Z' },
  ].map((state) => ({ type: 'context', tags: NOTE.tags, ...state }));

  test.each([
    ['beside the results', { history: HISTORY, results: [MEMORY] }],
    ['behind the results', { results: [MEMORY], history: HISTORY }],
    ['by the ids of the memories', { results: [MEMORY], history: { [ID]: HISTORY } }],
    ['in the memory', [{ ...MEMORY, history: HISTORY }]],
  ])('%s', async (_, dump) => {
    expect(await read(dump)).toEqual([
      { row: 'memory 1', line: { ...NOTE, revisions: REVISIONS } },
    ]);
  });

  test('of which the first entry is missing, too', async () => {
    const [note] = notesIn(await read({ results: [MEMORY], history: HISTORY.slice(0, 1) }));
    expect(note?.revisions).toEqual(REVISIONS);
  });

  test('only where it changed: not for one entry, a deletion, or what is no history', async () => {
    const added = entry('ADD', null, MEMORY.memory, '2026-10-01T16:30:00Z');
    const deleted = entry('DELETE', MEMORY.memory, null, '2026-10-01T18:00:00Z');
    for (const history of [[added], [added, deleted], [], 'none', [3], { [ID]: 'none' }, null]) {
      expect(notesIn(await read({ results: [MEMORY], history }))).toEqual([NOTE]);
    }
  });

  test('the newest of them, where there are more than a line may have', async () => {
    const history = Array.from({ length: 10_005 }, (_, i) =>
      entry('UPDATE', null, `Text ${i}`, '2026-10-01T18:00:00Z'),
    );
    const rows = await read([{ ...MEMORY, history }]);
    expect(rows).toMatchObject([{ shortened: ['history'] }]);
    const contents = notesIn(rows)[0]?.revisions?.map(({ content }) => content) ?? [];
    expect(contents).toHaveLength(10_000);
    expect(contents.slice(-2)).toEqual(['Text 10004', MEMORY.memory]);
  });

  test('never with times that go back', async () => {
    const wrong = { ...MEMORY, updated_at: '2026-09-01T00:00:00Z' };
    const [note] = notesIn(await read({ results: [wrong], history: HISTORY.slice(0, 2) }));
    const times = note?.revisions?.map(({ at }) => at) ?? [];
    expect(times).toHaveLength(3);
    expect(times).toEqual(times.toSorted());
  });
});

test('what is no memory is skipped with the reason, and the others are read', async () => {
  const rows = await read([
    3,
    null,
    'text',
    { ...MEMORY, id: null },
    { ...MEMORY, memory: ' ' },
    { ...MEMORY, memory: { a: 1 } },
    { ...MEMORY, created_at: 'x', updated_at: null },
    MEMORY,
  ]);
  expect(skippedIn(rows)).toEqual([
    ['memory 1', 'it is not a JSON object'],
    ['memory 2', 'it is not a JSON object'],
    ['memory 3', 'it is not a JSON object'],
    ['memory 4', 'it has no id'],
    ['memory 5', 'it has no memory'],
    ['memory 6', 'its memory is not a text'],
    ['memory 7', 'its created_at is not a time: x'],
  ]);
  expect(notesIn(rows)).toEqual([NOTE]);
});

test('a page of several says that the others are missing', async () => {
  const next = 'https://example.org/memories?page=2';
  expect(skippedIn(await read({ next, results: [MEMORY] }))).toEqual([
    ['the next page', 'it is not in this file: export each page'],
  ]);
});

test('a dump of nothing has no rows', async () => {
  for (const nothing of ['{}', '[]', '{"results":[]}']) expect(await read(nothing)).toEqual([]);
});

test('dumps that were appended to one another are refused, and the error says that one is wanted', async () => {
  const text = JSON.stringify({ results: [MEMORY] });
  await expect(open(`${text}\n${text}`)).rejects.toMatchObject({
    next: 'write it anew, as a whole: one JSON value, not several',
  });
});

test('a dump that was cut off is refused, and nothing of it is taken', async () => {
  const text = JSON.stringify({ results: [MEMORY, MEMORY], history: [] });
  await expect(open(text.slice(0, -30))).rejects.toThrow('its JSON is damaged or was cut off');
  await expect(open(text.slice(0, -1))).rejects.toThrow('its JSON is damaged or was cut off');
});

test('NUL and halves of characters, which a vault cannot keep, are replaced', async () => {
  const odd = '"a\\u0000b\\ud800"';
  const text = `[{"id":${odd},"memory":${odd},"user_id":${odd},"created_at":"2026-10-01T00:00:00Z",
    "metadata":{"project":${odd},"x":${odd}},"categories":[${odd}]}]`;
  expect(notesIn(await read(text))).toMatchObject([
    { content: 'a\uFFFDb\uFFFD', project: 'a\uFFFDb\uFFFD' },
  ]);
});

test('the id is that of the memory, whatever else has changed', async () => {
  const id = async (memory: object, project?: string) =>
    notesIn(await read([memory], project)).map((note) => note.id);
  expect(await id({ ...MEMORY, memory: 'x', updated_at: null }, 'p')).toEqual(await id(MEMORY));
  expect(await id({ ...MEMORY, id: 'other' })).not.toEqual(await id(MEMORY));
});

test('a source can be read again', async () => {
  const source = await open([MEMORY, { ...MEMORY, id: 'other' }]);
  expect(await rowsOf(source)).toEqual(await rowsOf(source));
});

describe('what is no dump of mem0 gives one error', () => {
  test.each([
    ['text', 'it is not JSON, but text'],
    ['', 'it is not JSON, but empty'],
    ['{"a": 1}', 'it has neither `results` nor a plain list'],
    ['{"history": []}', 'it has neither `results` nor a plain list'],
  ])('%j', async (text, problem) => {
    const refused = open(text);
    await expect(refused).rejects.toThrow(problem);
    await expect(refused).rejects.toBeInstanceOf(Diagnostic);
  });

  test('a folder, and nothing', async () => {
    const folder = folderWith({});
    await expect(openMem0(folder)).rejects.toThrow('a directory');
    await expect(openMem0(join(folder, 'none'))).rejects.toThrow('none');
  });

  test('an empty dump has no rows', async () => {
    expect(await read([])).toEqual([]);
    expect(await read({ results: [] })).toEqual([]);
  });
});
