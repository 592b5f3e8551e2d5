import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exportedFolder } from '../../../src/cli/export/exportedFolder.js';
import { noteToMarkdown } from '../../../src/domain/archive/noteMarkdown.js';
import { NOTE_LINE } from '../../support/archiveLines.js';
import { temporaryDirectory } from '../../support/temporaryDirectory.js';

/** Exports some files, by their paths, into a folder. */
function exportTo(folder: string, files: Record<string, string>, wanted = {}) {
  const exported = exportedFolder(folder, wanted);
  for (const [path, content] of Object.entries(files)) exported.write(path, content);
  return exported.finish();
}

/** No process has such an id. */
const NOBODY = 2 ** 31 - 1;
const folderIn = () => join(temporaryDirectory(), 'notes');
const contentOf = (folder: string, path: string) => readFileSync(join(folder, path), 'utf8');

test('a second export writes what changed, and removes what is gone with its empty folder', () => {
  const folder = folderIn();
  expect(exportTo(folder, { 'a/1.md': 'one', 'a/2.md': 'two', 'b/3.md': 'three' })).toEqual({
    written: 3,
    unchanged: 0,
    removed: 0,
    left: [],
  });
  expect(exportTo(folder, { 'a/1.md': 'one', 'a/2.md': 'changed' })).toEqual({
    written: 1,
    unchanged: 1,
    removed: 1,
    left: [],
  });
  expect(contentOf(folder, 'a/2.md')).toBe('changed');
  expect(readdirSync(folder).sort()).toEqual(['.memory-vault-export.ndjson', 'a']);
});

test('what somebody changed or added stays, and is named', () => {
  const folder = folderIn();
  exportTo(folder, { 'a/1.md': 'one', 'a/2.md': 'two', 'a/3.md': 'three' });
  writeFileSync(join(folder, 'a/1.md'), 'edited');
  writeFileSync(join(folder, 'a/2.md'), 'edited');
  writeFileSync(join(folder, 'a/own.md'), 'own');
  expect(exportTo(folder, { 'a/1.md': 'newer', 'a/own.md': 'other' })).toEqual({
    written: 0,
    unchanged: 0,
    removed: 1,
    left: ['a/1.md', 'a/own.md', 'a/2.md'],
  });
  for (const [path, content] of [
    ['a/1.md', 'edited'],
    ['a/2.md', 'edited'],
    ['a/own.md', 'own'],
  ] as const)
    expect(contentOf(folder, path)).toBe(content);
});

test('an export that was cut short is known to the next one for its own', () => {
  const folder = folderIn();
  const cut = exportedFolder(folder, {});
  cut.write('a/1.md', 'one');
  cut.write('a/2.md', 'two');
  // As a kill leaves it: a line that is half, and a file without its name.
  writeFileSync(join(folder, `.memory-vault-export.${NOBODY}.part`), 'ha');
  writeFileSync(join(folder, '.memory-vault-export.ndjson'), '{"path":"a/3.md","sh', { flag: 'a' });
  expect(exportTo(folder, { 'a/1.md': 'changed' })).toEqual({
    written: 1,
    unchanged: 0,
    removed: 1,
    left: [],
  });
  expect(readdirSync(folder).sort()).toEqual(['.memory-vault-export.ndjson', 'a']);
});

test('a folder that holds something else is refused and stays as it is', () => {
  const folder = folderIn();
  mkdirSync(folder);
  writeFileSync(join(folder, 'own.md'), 'own');
  expect(() => exportTo(folder, { 'a/1.md': 'one' })).toThrow('is not empty');
  expect(readdirSync(folder)).toEqual(['own.md']);
});

test('so is one with an export of another part of the vault: its files would go', () => {
  const folder = folderIn();
  exportTo(folder, { 'a/1.md': 'one' }, { project: 'Checkout' });
  expect(() => exportTo(folder, {})).toThrow('has an export of checkout');
  expect(exportTo(folder, { 'a/1.md': 'one' }, { project: 'CHECKOUT' })).toMatchObject({
    unchanged: 1,
  });
});

test('a link leads no file out of the folder', () => {
  const [folder, outside] = [folderIn(), temporaryDirectory()];
  exportTo(folder, { 'a/1.md': 'one' });
  symlinkSync(outside, join(folder, 'b'));
  expect(() => exportTo(folder, { 'b/2.md': 'two' })).toThrow('is a link');
  expect(readdirSync(outside)).toEqual([]);
});

test('a marker that names files outside of the folder removes none', () => {
  const folder = folderIn();
  exportTo(folder, { 'a/1.md': 'one' });
  const outside = join(folder, '..', 'outside.md');
  writeFileSync(outside, 'one');
  const marker = join(folder, '.memory-vault-export.ndjson');
  const [head = '', line = ''] = readFileSync(marker, 'utf8').split('\n');
  writeFileSync(marker, `${head}\n${line.replace('a/1.md', '../outside.md')}\n`);
  exportTo(folder, {});
  expect(existsSync(outside)).toBe(true);
});

test('a folder in which an export was killed before its first file is one of an export', () => {
  const folder = folderIn();
  mkdirSync(folder);
  writeFileSync(join(folder, `.memory-vault-export.${NOBODY}.part`), '{"made');
  expect(exportTo(folder, { 'a/1.md': 'one' })).toMatchObject({ written: 1 });
});

test('what another export writes at the same time is not touched', () => {
  const folder = folderIn();
  exportTo(folder, { 'a/1.md': 'one' });
  const other = `.memory-vault-export.${process.ppid}.part`;
  writeFileSync(join(folder, other), 'two');
  exportTo(folder, { 'a/1.md': 'changed' });
  expect(contentOf(folder, other)).toBe('two');
});

test('a note that was changed by hand and imported is one of the export again', () => {
  const folder = folderIn();
  const note = { ...NOTE_LINE, title: 'Retry, once' };
  exportTo(folder, { 'a/1.md': noteToMarkdown(note) });
  const edited = noteToMarkdown({ ...note, content: 'Edited.' });
  // As an editor leaves it.
  writeFileSync(join(folder, 'a/1.md'), `${edited.replace('Retry, once', '"Retry, once"')}\n`);
  expect(exportTo(folder, { 'a/1.md': noteToMarkdown(note) })).toMatchObject({ left: ['a/1.md'] });
  expect(exportTo(folder, { 'a/1.md': edited })).toMatchObject({ written: 1, left: [] });
  expect(contentOf(folder, 'a/1.md')).toBe(edited);
});
