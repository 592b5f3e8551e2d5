import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openNotes } from '../../../src/import/notes.js';
import { CHANGED_AT, folderWith, notesIn, rowsOf, skippedIn } from '../../support/sourceFiles.js';

const FILL = 'Words that fill a section. '.repeat(80).trim();
const CLAUDE = `# Shop\n\n## Build\n\n${FILL}\n\n## Tests\n\nRun \`npm test\`.\n`;

async function read(files: Readonly<Record<string, string>>, project = 'shop') {
  return rowsOf(await openNotes(folderWith(files), { project }));
}

test('each section is a context note of the project, with its path as a tag and the time of its file', async () => {
  const rows = await read({ 'CLAUDE.md': CLAUDE });
  expect(rows).toEqual([
    { row: 'CLAUDE.md # Shop', skipped: 'it has no content' },
    {
      row: 'CLAUDE.md # Build',
      line: {
        record: 'note',
        id: expect.any(String),
        type: 'context',
        title: 'Build',
        content: FILL,
        tags: ['path:CLAUDE.md'],
        project: 'shop',
        created_at: CHANGED_AT,
      },
    },
    expect.objectContaining({ row: 'CLAUDE.md # Tests' }),
  ]);
});

test('a small file is one note, called by its heading or its name', async () => {
  const rows = await read({ 'docs/a.md': '# Style\nTabs.', 'docs/b.md': 'Spaces.' });
  expect(notesIn(rows)).toMatchObject([
    { title: 'Style', content: '# Style\nTabs.', tags: ['path:docs/a.md'] },
    { title: 'b.md', content: 'Spaces.', tags: ['path:docs/b.md'] },
  ]);
});

test('a memory file is called as its front matter says, and begins with what it is about', async () => {
  const text =
    '---\nname: use-tabs\ndescription: How code is indented\ntype: feedback\nmetadata: {a: b}\n---\nTabs.';
  const rows = await read({ 'use_tabs.md': text });
  expect(rows).toMatchObject([
    {
      line: {
        title: 'use-tabs',
        content: 'How code is indented\n\nTabs.',
        type: 'context',
        tags: ['path:use_tabs.md', 'type:feedback'],
      },
      shortened: ['front matter'],
    },
  ]);
});

test('front matter that is no YAML, as editors write it, is read line by line', async () => {
  const text = '---\nglobs: *.ts\n---\nTabs.';
  expect(notesIn(await read({ 'a.mdc': text }))).toMatchObject([
    { content: 'Tabs.', tags: ['path:a.mdc', 'globs:*.ts'] },
  ]);
});

test('the rules of editors are read where they lie hidden', async () => {
  const rows = await read({
    '.cursor/rules/ts.mdc': 'a',
    '.cursorrules': 'b',
    '.windsurfrules': 'c',
    '.github/copilot-instructions.md': 'd',
    '.github/CONTRIBUTING.md': 'no',
    '.claude/CLAUDE.md': 'e',
    '.claude/skills/x.md': 'no',
    'src/main.ts': 'no',
    'AGENTS.md': 'f',
    'pkg/GEMINI.md': 'g',
    '.clinerules/one.md': 'h',
  });
  expect(rows.map(({ row }) => row)).toEqual([
    '.claude/CLAUDE.md',
    '.clinerules/one.md',
    '.cursor/rules/ts.mdc',
    '.cursorrules',
    '.github/copilot-instructions.md',
    '.windsurfrules',
    'AGENTS.md',
    'pkg/GEMINI.md',
  ]);
});

test('one file, also one of another kind, is read when it is named', async () => {
  const folder = folderWith({ '.claude/memory/notes.txt': 'a note' });
  const rows = await rowsOf(await openNotes(join(folder, '.claude/memory/notes.txt')));
  expect(notesIn(rows)).toMatchObject([{ title: 'notes.txt', tags: ['path:notes.txt'] }]);
  expect(notesIn(rows)[0]).toMatchObject({ project: undefined });
});

test('of a path that is too long for a tag, the end is kept', async () => {
  const path = `${'long folder name/'.repeat(14)}end.md`;
  const [note] = notesIn(await read({ [path]: 'a' }));
  expect(note?.tags).toEqual([`path:…${path.slice(-194)}`]);
  expect(note?.tags[0]).toHaveLength(200);
});

test('a heading that is too long for a title stays whole as the first line', async () => {
  const long = 'heading '.repeat(20).trim();
  const rows = await read({ 'a.md': `# ${long}\na\n# B\n${FILL}` });
  expect(rows[0]).toMatchObject({ shortened: ['title'], line: { content: `${long}\n\na` } });
});

test('a file without a text is skipped with the reason', async () => {
  expect(skippedIn(await read({ 'a.md': '\n' }))).toEqual([['a.md', 'it has no content']]);
});

describe('the ids', () => {
  const ids = async (files: Readonly<Record<string, string>>, project?: string) =>
    notesIn(await read(files, project)).map(({ id }) => id);

  test('are the same in another folder, at another time, and for a section that has changed', async () => {
    const first = await ids({ 'CLAUDE.md': CLAUDE });
    expect(await ids({ 'CLAUDE.md': CLAUDE })).toEqual(first);
    expect(await ids({ 'CLAUDE.md': CLAUDE.replace('npm test', 'make') })).toEqual(first);
    expect(await ids({ 'CLAUDE.md': CLAUDE.replaceAll('\n', '\r\n') })).toEqual(first);
    expect((await ids({ 'CLAUDE.md': `${CLAUDE}## More\nmore\n` })).slice(0, 2)).toEqual(first);
  });

  test('are others in another file or project, and for another section of the same name', async () => {
    const all = [
      ...(await ids({ 'CLAUDE.md': CLAUDE, 'pkg/CLAUDE.md': CLAUDE })),
      ...(await ids({ 'CLAUDE.md': CLAUDE }, 'other')),
      ...(await ids({ 'AGENTS.md': `## A\n${FILL}\n## A\n${FILL}` })),
    ];
    expect(new Set(all).size).toBe(8);
  });
});

test('line ends of Windows give the same notes', async () => {
  const read1 = notesIn(await read({ 'a.md': CLAUDE }));
  expect(notesIn(await read({ 'a.md': CLAUDE.replaceAll('\n', '\r\n') }))).toEqual(read1);
});

test('more tags than a note may have are looked at once for a file, and each of its sections says so', async () => {
  const tags = Array.from({ length: 60 }, (_, i) => `t${i}`).join(', ');
  const rows = await read({ 'a.md': `---\ntags: [${tags}]\n---\n${CLAUDE}` });
  const whole = rows.filter((row) => 'line' in row);
  expect(whole.map((row) => row.shortened)).toEqual([['front matter'], ['front matter']]);
  expect(notesIn(rows).map((note) => note.tags.length)).toEqual([50, 50]);
});
