import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { noteToMarkdown } from '../../../src/domain/archive/noteMarkdown.js';
import { openArchive } from '../../../src/import/archive.js';
import { NOTE_LINE } from '../../support/archiveLines.js';
import { oddNoteLines } from '../../support/noteLines.js';
import { folderWith, notesIn, rowsOf, skippedIn } from '../../support/sourceFiles.js';
import { temporaryDirectory } from '../../support/temporaryDirectory.js';

const read = async (files: Readonly<Record<string, string>>) =>
  rowsOf(await openArchive(folderWith(files)));

const TEXT = noteToMarkdown(NOTE_LINE);

test('each file gives the note that was written, whatever its name and place are now', async () => {
  expect(await read({ 'billing/2026-11-01 charges X2Z4A6C8.md': TEXT })).toEqual([
    { row: 'billing/2026-11-01 charges X2Z4A6C8.md', line: NOTE_LINE },
  ]);
  expect(notesIn(await read({ 'renamed.md': TEXT }))).toEqual([NOTE_LINE]);
  expect(notesIn(await read({ 'node_modules/a.md': TEXT }))).toEqual([NOTE_LINE]);
});

test('a file that was edited gives what it says now, under the same id', async () => {
  const edited = TEXT.replace('title: Charges carry a key', 'title: 7').replace('The', 'A');
  expect(notesIn(await read({ 'a.md': edited }))).toEqual([
    { ...NOTE_LINE, title: '7', content: NOTE_LINE.content.replace('The', 'A') },
  ]);
});

test('a copy of a file is skipped and says of which: it would revise the note', async () => {
  expect(skippedIn(await read({ 'a.md': TEXT, 'b.md': `${TEXT} more` }))).toEqual([
    ['b.md', 'it has the same id as a.md'],
  ]);
});

test('a source can be read again', async () => {
  const source = await openArchive(folderWith({ 'a.md': TEXT }));
  expect(await rowsOf(source)).toEqual(await rowsOf(source));
});

test('what is no exported note is skipped with the reason, and the others are read', async () => {
  const rows = await read({
    'a.md': TEXT,
    'b.md': '# Index',
    'b2.md': '---\nrecord: session\n---\n## Goal',
    'c.md': TEXT.replace('type: decision', 'type: poem\ncssclasses: wide'),
    'd.md': TEXT.slice(0, 20),
    'e.md': TEXT.slice(0, TEXT.lastIndexOf('---') + 4),
  });
  expect(notesIn(rows)).toEqual([NOTE_LINE]);
  expect(skippedIn(rows)).toEqual([
    [
      'b.md',
      'it is not an exported note: it has no front matter: a note begins with a line of ---',
    ],
    ['b2.md', expect.stringContaining('its record is session')],
    ['c.md', expect.stringMatching(/type: must be one of .*cssclasses/)],
    [
      'd.md',
      'it is not an exported note: it has no front matter: a note begins with a line of ---',
    ],
    ['e.md', expect.stringContaining('content: must not be empty')],
  ]);
});

test('any notes are the same after they were written to a folder and read from it', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(oddNoteLines, { selector: ({ id }) => id, minLength: 1, maxLength: 20 }),
      async (lines) => {
        const folder = temporaryFolder();
        lines.forEach((line, i) => {
          writeFileSync(join(folder, `${100 + i}.md`), noteToMarkdown(line));
        });
        const rows = await rowsOf(await openArchive(folder));
        expect(JSON.stringify(notesIn(rows))).toBe(JSON.stringify(lines));
      },
    ),
    { numRuns: 50 },
  );
});

const ROOT: { folder?: string; count: number } = { count: 0 };

/** A new folder, removed at the end of the test. */
function temporaryFolder(): string {
  ROOT.folder ??= temporaryDirectory();
  ROOT.count += 1;
  const folder = join(ROOT.folder, String(ROOT.count));
  mkdirSync(folder);
  return folder;
}
