import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ArchiveLine } from '../../../src/domain/archive/archiveLine.js';
import { basicMemoryRow, openBasicMemory } from '../../../src/import/basicMemory.js';
import { rowOrReason } from '../../../src/import/sourceRow.js';
import { oddStrings } from '../../support/oddValues.js';
import { CHANGED_AT, folderWith, notesIn, rowsOf, skippedIn } from '../../support/sourceFiles.js';

const COFFEE = `---
title: Coffee Brewing
type: decision
tags: [coffee, "#brewing"]
permalink: drinks/coffee-brewing
created: 2026-10-01T09:30:00+02:00
modified: 2026-10-05
status: active
---

# Coffee Brewing

- [method] Pour over is clearer #filter (tried twice)
- relates_to [[Tea]]
`;

const read = async (files: Readonly<Record<string, string>>, project?: string) =>
  rowsOf(await openBasicMemory(folderWith(files), project === undefined ? {} : { project }));

async function only(text: string, name = 'note.md') {
  const [note] = notesIn(await read({ [name]: text }));
  if (!note) throw new Error('no note');
  return note;
}

test('a file is a note with its front matter, its text and the tags of its observations', async () => {
  const rows = await read({ 'drinks/Coffee Brewing.md': COFFEE }, 'kitchen');
  expect(rows).toEqual([
    {
      row: 'drinks/Coffee Brewing.md',
      line: {
        record: 'note',
        id: expect.any(String),
        type: 'decision',
        title: 'Coffee Brewing',
        content:
          '# Coffee Brewing\n\n- [method] Pour over is clearer #filter (tried twice)\n- relates_to [[Tea]]',
        tags: [
          'coffee',
          'brewing',
          'method',
          'filter',
          'permalink:drinks/coffee-brewing',
          'status:active',
        ],
        project: 'kitchen',
        created_at: '2026-10-01T07:30:00Z',
      },
    },
  ]);
});

test('a file without front matter is named after itself, and has its time', async () => {
  expect(await only('Only text', 'deep/My idea.v2.md')).toMatchObject({
    title: 'My idea.v2',
    content: 'Only text',
    type: 'context',
    tags: [],
    created_at: CHANGED_AT,
  });
});

test('a type that a vault does not have stays as a tag, and "note" says nothing', async () => {
  expect(await only('---\ntype: Person\n---\nx')).toMatchObject({
    type: 'context',
    tags: ['src-type:person'],
  });
  expect(await only('---\ntype: Note\n---\nx')).toMatchObject({ type: 'context', tags: [] });
});

test('a title with a colon that nobody quoted loses neither title, tags nor date', async () => {
  const text =
    '---\ntitle: Governance (Split: Core)\ntags:\n- governance\ncreated: 2025-03-01T10:00:00Z\n---\nbody';
  expect(await only(text)).toMatchObject({
    title: 'Governance (Split: Core)',
    tags: ['governance'],
    content: 'body',
    created_at: '2025-03-01T10:00:00Z',
  });
});

test('front matter that does not begin with a key stays in the text', async () => {
  const text = '---\nSo it goes: [\n- and on\n---\nbody'.replace('So it goes', '[So it goes');
  expect(await only(text)).toMatchObject({ title: 'note', content: text });
});

test.each([
  ['Title: Cup\nTags: [x]\nCreated: 2024-01-01', ['x']],
  ['title: Cup\ntags: [x]\ndate: 2024-01-01', ['x']],
  ['title: Cup\ncreated: 2024-01-01\ndate: 2023-05-05', ['date:2023-05-05']],
  ['title: Cup\ndate: 2024-01-01\ncreated: last spring', ['created:last spring']],
])('of %j, title, tags and time are read and nothing is lost', async (front, tags) => {
  const note = await only(`---\n${front}\n---\nA text.`);
  expect(note).toMatchObject({ title: 'Cup', tags, created_at: '2024-01-01T00:00:00Z' });
});

test('fields that are lists or texts become tags, and the row says where more is lost', async () => {
  const text = '---\ntitle: [A, B]\nteam: [x, y]\nowner: {name: z}\nempty:\n---\nbody';
  const rows = await read({ 'a.md': text });
  expect(rows).toMatchObject([
    { line: { title: 'A, B', tags: ['team:x', 'team:y'] }, shortened: ['front matter'] },
  ]);
});

test('a title that is too long stays whole as the first line of the text', async () => {
  const long = 'word '.repeat(30).trim();
  const rows = await read({ 'a.md': `---\ntitle: ${long}\n---\nbody` });
  expect(rows).toMatchObject([
    { line: { title: `${long.slice(0, 99)}…`, content: `${long}\n\nbody` }, shortened: ['title'] },
  ]);
});

test('a file without a text is skipped, and the others are read', async () => {
  const rows = await read({ 'a.md': '---\ntitle: a\n---\n\n', 'b.md': '', 'c.md': 'c' });
  expect(skippedIn(rows)).toEqual([
    ['a.md', 'it has no content'],
    ['b.md', 'it has no content'],
  ]);
  expect(notesIn(rows)).toHaveLength(1);
});

describe('the id of a note', () => {
  const at = (path: string, text = COFFEE, project?: string) =>
    read({ [path]: text }, project).then((rows) => notesIn(rows)[0]?.id);

  test('is the same when its text, its place or its time has changed', async () => {
    const id = await at('a.md');
    expect(await at('moved/b.md', COFFEE.replace('clearer', 'bitter'))).toBe(id);
    expect(await at('a.md', COFFEE.replaceAll('\n', '\r\n'))).toBe(id);
  });

  test('is another one in another project, and without a permalink in another place', async () => {
    expect(await at('a.md', COFFEE, 'other')).not.toBe(await at('a.md'));
    expect(await at('a.md', COFFEE, 'Other')).toBe(await at('a.md', COFFEE, 'other'));
    expect(await at('a.md', 'x')).toBe(await at('a.md', 'y'));
    expect(await at('a.md', 'x')).not.toBe(await at('b.md', 'x'));
  });

  test('is its own for the copy of a file, each time that the source is read', async () => {
    const source = await openBasicMemory(folderWith({ 'a.md': COFFEE, 'copy of a.md': COFFEE }));
    const first = notesIn(await rowsOf(source)).map(({ id }) => id);
    expect(new Set(first).size).toBe(2);
    expect(notesIn(await rowsOf(source)).map(({ id }) => id)).toEqual(first);
    expect(first[0]).toBe(await at('a.md'));
  });
});

test('line ends of Windows give the same note', async () => {
  expect(await only(COFFEE.replaceAll('\n', '\r\n'))).toEqual(await only(COFFEE));
});

test('any text gives a note that an import takes, or a reason', () => {
  const piece = fc.oneof(
    fc.constantFrom('---\n', 'title: ', 'type: ', 'tags: ', '- [a] #b', '\n', '"\\0"', '\r\n'),
    oddStrings.filter((text) => !text.includes('\u0000')),
  );
  fc.assert(
    fc.property(fc.array(piece), fc.boolean(), (pieces, isMatter) => {
      const text = `${isMatter ? '---\n' : ''}${pieces.join('').toWellFormed()}`;
      const file = { path: 'a.md', text, modified: 1e12 };
      const row = rowOrReason('a.md', () => basicMemoryRow(file, undefined, new Set()));
      if ('line' in row) expect(ArchiveLine.parse(row.line)).toEqual(row.line);
      else expect(row.skipped).toMatch(/^its? /);
    }),
    { numRuns: 1000 },
  );
});
