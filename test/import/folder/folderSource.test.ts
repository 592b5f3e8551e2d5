import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Diagnostic } from '../../../src/diagnostics/diagnostic.js';
import { folderSource, isMarkdown } from '../../../src/import/folderSource.js';
import { folderWith, rowsOf, skippedIn } from '../../support/sourceFiles.js';
import { temporaryDirectory } from '../../support/temporaryDirectory.js';

/** A source that skips every file and says what it holds, so that a test sees what was read. */
function echo(path: string, hidden: readonly string[] = []) {
  return folderSource(path, {
    name: 'echo',
    wants: isMarkdown,
    hidden,
    start: () => (file) => [{ row: file.path, skipped: file.text }],
  });
}

const pathsIn = async (path: string, hidden?: readonly string[]) =>
  (await rowsOf(echo(path, hidden))).map(({ row }) => row);

test('files are read by their names, those of a folder before what follows the folder', async () => {
  const folder = folderWith({
    'b.md': '',
    'a/z.md': '',
    'a/b/c.MD': '',
    'B.markdown': '',
    'a.txt': '',
  });
  expect(await pathsIn(folder)).toEqual(['B.markdown', 'a/b/c.MD', 'a/z.md', 'b.md']);
});

test('hidden files and folders and node_modules are passed over, but not those asked for', async () => {
  const folder = folderWith({
    '.git/a.md': '',
    'node_modules/a.md': '',
    '.hidden.md': '',
    'x/.cursor/other/a.md': '',
    '.cursor/rules/a.md': '',
    'x/.cursor/rules/deep/b.md': '',
    '.cursor/c.md': '',
    'd.md': '',
  });
  expect(await pathsIn(folder)).toEqual(['d.md']);
  expect(await pathsIn(folder, ['.cursor/rules'])).toEqual([
    '.cursor/rules/a.md',
    'd.md',
    'x/.cursor/rules/deep/b.md',
  ]);
});

test('links in a folder are not followed, and a link that is named itself is', async () => {
  const outside = folderWith({ 'secret.md': 'secret' });
  const folder = folderWith({ 'a.md': 'a' });
  symlinkSync(join(outside, 'secret.md'), join(folder, 'link.md'));
  symlinkSync(outside, join(folder, 'linked'));
  symlinkSync(join(folder, 'nowhere'), join(folder, 'gone.txt'));
  const reason = 'it is a link, and links are not followed';
  const expected = [
    ['a.md', 'a'],
    ['link.md', reason],
    ['linked', reason],
  ];
  expect(skippedIn(await rowsOf(echo(folder)))).toEqual(expected);
  const link = join(outside, 'link');
  symlinkSync(folder, link);
  expect(skippedIn(await rowsOf(echo(link)))).toEqual(expected);
});

test('a file that cannot be read says why, and does not stop the rest', async () => {
  const folder = folderWith({
    'a binary.md': Buffer.from([65, 0, 66]),
    'b big.md': Buffer.alloc(8 * 1024 * 1024 + 1, 'a'),
    'c largest.md': Buffer.alloc(8 * 1024 * 1024, 'a'),
    'd latin.md': Buffer.from('caf\u00e9', 'latin1'),
    'e.md': '\uFEFFgood',
    'g wide.md': Buffer.from('\uFEFFwide', 'utf16le'),
  });
  mkdirSync(join(folder, 'f.md'));
  const read = skippedIn(await rowsOf(echo(folder)));
  expect(read.map(([row, reason]) => [row, reason.slice(0, 30)])).toEqual([
    ['a binary.md', 'it is binary'],
    ['b big.md', 'it has more than 8 MiB'],
    ['c largest.md', 'a'.repeat(30)],
    ['d latin.md', 'it is not in UTF-8'],
    ['e.md', 'good'],
    ['g wide.md', 'wide'],
  ]);
});

test('what is taken away or replaced while the folder is read says so', async () => {
  const folder = folderWith({ 'a.md': 'a', 'b/b.md': 'b', 'c.md': 'c', 'd.md': 'd', 'e.md': 'e' });
  const rows = echo(folder).rows()[Symbol.asyncIterator]();
  await rows.next();
  rmSync(join(folder, 'b'), { recursive: true });
  rmSync(join(folder, 'c.md'));
  rmSync(join(folder, 'd.md'));
  symlinkSync(join(folder, 'e.md'), join(folder, 'd.md'));
  const rest = [await rows.next(), await rows.next(), await rows.next(), await rows.next()];
  expect(rest.map(({ value }) => value)).toEqual([
    { row: 'b', skipped: 'it cannot be opened' },
    { row: 'c.md', skipped: 'it cannot be opened' },
    { row: 'd.md', skipped: 'it is a link or a socket' },
    { row: 'e.md', skipped: 'e' },
  ]);
});

test('a single file is read by its name', async () => {
  const folder = folderWith({ 'sub/any.txt': 'text' });
  expect(skippedIn(await rowsOf(echo(join(folder, 'sub', 'any.txt'))))).toEqual([
    ['any.txt', 'text'],
  ]);
});

test('a name is the same on machines that take letters apart', async () => {
  const folder = folderWith({ 'cafe\u0301.md': '' });
  expect(await pathsIn(folder)).toEqual(['caf\u00e9.md']);
});

describe('what is no folder and no file gives one error', () => {
  test.each([
    ['nothing', 'does not exist'],
    ['nothing/below', 'does not exist'],
    ['file.md/below', 'does not exist'],
  ])('%s', (name, problem) => {
    const path = join(folderWith({ 'file.md': '' }), name);
    expect(() => echo(path)).toThrow(Diagnostic);
    expect(() => echo(path)).toThrow(`${path} ${problem}`);
  });

  test('a device', () => {
    expect(() => echo('/dev/null')).toThrow('/dev/null is neither a folder nor a file');
  });

  test('an empty folder has no rows', async () => {
    expect(await pathsIn(temporaryDirectory())).toEqual([]);
  });
});
