import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, realpathSync, symlinkSync, truncateSync } from 'node:fs';
import { join, win32 } from 'node:path';
import { expect, test } from 'vitest';
import { AnchorRefused, anchorOf, anchorToSend } from '../../src/checkout/anchorFile.js';
import { pathBelow } from '../../src/checkout/checkoutFile.js';
import { Anchors } from '../../src/domain/anchorSchemas.js';
import { commitAll, emptyRepository, write } from '../support/gitRepository.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';

const sha = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);

/** What is said about what cannot be anchored. */
function refusal(root: string, given: string, cwd = root): string {
  try {
    return `anchored ${anchorOf(root, given, cwd).path}`;
  } catch (error) {
    if (error instanceof AnchorRefused) return error.message;
    throw error;
  }
}

test('a file becomes an anchor with its hash, commit and branch, which the service takes', () => {
  const root = emptyRepository();
  write(root, 'src/a.ts', 'one\ntwo\nthree\n');
  const commit = commitAll(root);
  const whole = { path: 'src/a.ts', hash: sha('one\ntwo\nthree'), commit, branch: 'main' };
  expect(anchorOf(root, 'src/a.ts', root)).toEqual(whole);
  const second = { ...whole, lines: '2', hash: sha('two') };
  expect(anchorOf(root, 'src/a.ts:2', root)).toEqual(second);
  expect(anchorOf(root, 'src/a.ts:2-2', root)).toEqual(second);
  const range = { ...whole, lines: '2-3', hash: sha('two\nthree') };
  expect(anchorOf(root, 'src/a.ts:2-3', root)).toEqual(range);
  expect(Anchors.parse([whole, second, range])).toEqual([whole, second, range]);
});

test.each([
  ['a.ts:1', 'src'],
  ['./a.ts:1', 'src'],
  ['../src/a.ts:1', 'src'],
  ['src\\a.ts:1', '.'],
  ['..\\a.ts:1', 'src/inner'],
])('%s is seen from %s', (given, cwd) => {
  const root = emptyRepository();
  write(root, 'src/a.ts', 'one');
  mkdirSync(join(root, 'src/inner'));
  expect(anchorOf(root, given, join(root, cwd)).path).toBe('src/a.ts');
  expect(anchorOf(root, join(root, 'src/a.ts:1'), '/').path).toBe('src/a.ts');
});

test('paths of Windows begin with a drive, may differ in case, and are anchored with /', () => {
  expect(pathBelow('C:\\work\\shop', 'c:\\Work\\shop\\src\\a.ts', win32)).toBe('src/a.ts');
  expect(pathBelow('C:\\work\\shop', 'C:\\work', win32)).toBeUndefined();
  expect(pathBelow('C:\\work\\shop', '\\\\host\\share', win32)).toBeUndefined();
  expect(pathBelow('C:\\work\\shop', 'D:\\work\\shop\\a.ts', win32)).toBeUndefined();
  expect(pathBelow('C:\\work\\shop', 'C:\\work\\shopping\\a.ts', win32)).toBeUndefined();
  expect(pathBelow('C:\\work\\shop', 'C:\\work\\shop\\..a.ts', win32)).toBe('..a.ts');
  expect(pathBelow('\\\\host\\share', '\\\\host\\share\\a\\b.ts', win32)).toBe('a/b.ts');
  // A drive is not taken for a path with a line behind it.
  expect(refusal(emptyRepository(), 'C:\\work\\a.ts:12')).toContain('no file C:\\work\\a.ts.');
});

test.each([
  ['CRLF', 'one\r\ntwo\r\n'],
  ['no line end at the end', 'one\ntwo'],
  ['a mark of the byte order', '\uFEFFone\ntwo\n'],
  ['UTF-16', Buffer.from('\uFEFFone\r\ntwo\r\n', 'utf16le')],
])('the hash does not change with %s', (_, text) => {
  const root = temporaryDirectory();
  write(root, 'a.txt', text);
  expect(anchorOf(root, 'a.txt', root).hash).toBe(sha('one\ntwo'));
  expect(anchorOf(root, 'a.txt:1-2', root).hash).toBe(sha('one\ntwo'));
  expect(anchorOf(root, 'a.txt:1', root).hash).toBe(sha('one'));
});

test('blank lines at the end count, and an empty file has no line', () => {
  const root = temporaryDirectory();
  write(root, 'a.txt', 'one\n\n\n');
  write(root, 'empty.txt', '');
  expect(anchorOf(root, 'a.txt', root).hash).toBe(sha('one\n\n'));
  expect(anchorOf(root, 'a.txt:2-3', root).hash).toBe(sha('\n'));
  expect(refusal(root, 'a.txt:4')).toContain('has 3 lines');
  expect(anchorOf(root, 'empty.txt', root).hash).toBe(sha(''));
  expect(refusal(root, 'empty.txt:1')).toBe('empty.txt is empty. Leave the lines out.');
});

test('what cannot be anchored is said with what to do', () => {
  const root = emptyRepository(join(temporaryDirectory()));
  const outside = write(temporaryDirectory(), 'secret', 'x');
  write(root, 'src/a.ts', 'one\ntwo');
  write(root, 'picture.png', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0));
  write(root, 'nul.txt', 'a\0b');
  truncateSync(write(root, 'huge.txt', ''), 4 * 1024 * 1024 + 1);
  symlinkSync(outside, join(root, 'link'));
  symlinkSync('/nonexistent', join(root, 'dangling'));
  execFileSync('mkfifo', [join(root, 'pipe')]);
  expect(refusal(root, 'src/b.ts')).toBe(
    `There is no file src/b.ts. Give its path as seen from ${root}, or in full.`,
  );
  expect(refusal(root, 'src/a.ts/b')).toContain('There is no file');
  expect(refusal(root, 'src')).toBe('src is a folder. Name a file in it.');
  expect(refusal(root, '')).toContain('is a folder');
  expect(refusal(root, outside)).toContain(`is outside of ${root}`);
  expect(refusal(root, '../x')).toContain(`is outside of ${root}`);
  expect(refusal(root, 'link')).toContain(`link is a link to outside of ${root}`);
  expect(refusal(root, 'dangling')).toContain('cannot be read');
  expect(refusal(root, 'pipe')).toContain('cannot be read');
  expect(refusal(root, 'src/a.ts:2-3')).toBe(
    'src/a.ts has 2 lines, but you gave lines up to 3. Give lines from 1 to 2.',
  );
  expect(refusal(root, 'src/a.ts:7')).toContain('has 2 lines, but you gave line 7');
  expect(refusal(root, 'src/a.ts:0')).toContain('counted from 1');
  expect(refusal(root, 'src/a.ts:2-1')).toContain('2-1 is not a range of lines');
  expect(refusal(root, 'huge.txt')).toContain('more than 4 MiB');
  expect(refusal(root, 'picture.png')).toContain('not text');
  expect(refusal(root, 'nul.txt')).toContain('not text');
});

test('a link within the repository keeps the path that was typed', () => {
  const root = emptyRepository();
  write(root, 'src/a.ts', 'one');
  symlinkSync('src', join(root, 'alias'));
  symlinkSync('a.ts', join(root, 'src/other.ts'));
  expect(anchorOf(root, 'alias/a.ts', root).path).toBe('alias/a.ts');
  expect(anchorOf(root, 'src/other.ts', root).path).toBe('src/other.ts');
});

test('a root that is named by another link is the same root', () => {
  const root = realpathSync(emptyRepository());
  const alias = join(temporaryDirectory(), 'alias');
  write(root, 'src/a.ts', 'one');
  symlinkSync(root, alias);
  expect(anchorOf(root, join(alias, 'src/a.ts'), root).path).toBe('src/a.ts');
  expect(anchorOf(alias, 'a.ts', join(root, 'src')).path).toBe('src/a.ts');
});

test('outside of Git, an anchor has no commit and no branch', () => {
  const folder = temporaryDirectory();
  const inner = join(folder, 'inner');
  write(inner, 'a.txt', 'one');
  expect(anchorOf(inner, 'a.txt', inner)).toEqual({ path: 'a.txt', hash: sha('one') });
  expect(anchorOf(folder, 'a.txt', inner).path).toBe('inner/a.txt');
});

test('a text that one could guess by its hash is sent without one', async () => {
  const root = temporaryDirectory();
  write(root, '.env', `PIN=4711\nDB_PASSWORD=${'correct horse battery'.repeat(2)}\n`);
  write(root, 'a.ts', 'return 1;\nexport function charge(customer: string) {\n');
  const sent = async (given: string) => anchorToSend(root, given, root);
  for (const given of ['.env', '.env:1', '.env:2', 'a.ts:1'])
    expect(await sent(given), given).not.toHaveProperty('hash');
  for (const given of ['a.ts', 'a.ts:2', 'a.ts:1-2'])
    expect(await sent(given), given).toEqual(anchorOf(root, given, root));
});

test('a name that a vault would store otherwise is refused', () => {
  const root = temporaryDirectory();
  write(root, 'a .ts ', 'x');
  expect(() => anchorOf(root, 'a .ts ', root)).toThrow('has a blank at an end of its name');
});
