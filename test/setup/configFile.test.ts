import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { assertCanBeMade, readConfigFile, writeConfigFile } from '../../src/setup/configFile.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';

/** What keeps a file from being edited, and what the message says. */
const ODD: Readonly<Record<string, readonly [(path: string) => void, RegExp]>> = {
  'a directory': [(path) => mkdirSync(path), /not a regular file/],
  'a link to nothing': [(path) => symlinkSync(`${path}.gone`, path), /leads to nothing/],
  'a link to itself': [(path) => symlinkSync(path, path), /leads back to itself/],
  'a file that nobody may write': [
    (path) => {
      writeFileSync(path, '{}');
      chmodSync(path, 0o444);
    },
    /read-only/,
  ],
  'UTF-16': [(path) => writeFileSync(path, '\uFEFF{"a":1}', 'utf16le'), /UTF-16/],
  'bytes that are no text': [
    (path) => writeFileSync(path, Buffer.from([0x7b, 0xff, 0x7d])),
    /not UTF-8 text/,
  ],
  'a huge file': [
    (path) => {
      writeFileSync(path, '');
      truncateSync(path, 33 * 1024 * 1024);
    },
    /at most 33554432/,
  ],
};

test.each(Object.entries(ODD))(
  '%s is refused, by a message that names it',
  (_what, [make, message]) => {
    const path = join(temporaryDirectory(), 'settings.json');
    make(path);
    expect(() => readConfigFile(path)).toThrow(message);
    expect(() => readConfigFile(path)).toThrow(path);
  },
);

test('a file where a folder should be is refused and named', () => {
  const folder = join(temporaryDirectory(), '.cursor');
  writeFileSync(folder, '');
  expect(() => assertCanBeMade(join(folder, 'mcp.json'))).toThrow(folder);
});

test('a link stays a link, and what it leads to keeps its permissions', () => {
  const directory = temporaryDirectory();
  const [target, link] = [join(directory, 'dotfiles.json'), join(directory, 'settings.json')];
  writeFileSync(target, 'before');
  chmodSync(target, 0o640);
  symlinkSync('dotfiles.json', link);
  writeConfigFile(readConfigFile(link), 'after');
  expect(lstatSync(link).isSymbolicLink()).toBe(true);
  expect(readFileSync(target, 'utf8')).toBe('after');
  expect(statSync(target).mode & 0o777).toBe(0o640);
  expect(readdirSync(directory).sort()).toEqual(['dotfiles.json', 'settings.json']);
});

test.runIf(process.getuid?.() === 0)('a file keeps its group, and its owner', () => {
  const path = join(temporaryDirectory(), 'settings.json');
  writeFileSync(path, '{}');
  for (const [uid, gid] of [
    [0, 1234],
    [1234, 1234],
  ] as const) {
    chownSync(path, uid, gid);
    writeConfigFile(readConfigFile(path), '{ }');
    expect(statSync(path)).toMatchObject({ uid, gid });
  }
});

test('the mark of UTF-8 is no part of the text, and is kept', () => {
  const path = join(temporaryDirectory(), 'settings.json');
  writeFileSync(path, '\uFEFF{}');
  const file = readConfigFile(path);
  expect(file.text).toBe('{}');
  writeConfigFile(file, '{"a":1}');
  expect(readFileSync(path, 'utf8')).toBe('\uFEFF{"a":1}');
});

test('a file that somebody changed meanwhile is not overwritten', () => {
  const path = join(temporaryDirectory(), 'settings.json');
  writeFileSync(path, 'before');
  const file = readConfigFile(path);
  writeFileSync(path, 'theirs');
  expect(() => writeConfigFile(file, 'ours')).toThrow(/another program changed it/);
  expect(readFileSync(path, 'utf8')).toBe('theirs');
});
