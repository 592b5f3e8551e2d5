import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { folderAt, isAboveProjects } from '../../src/connect/folderAt.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';

test.each([
  ['/work/shop/', '/work/shop'],
  ['file:///work/my%20shop', '/work/my shop'],
  ['file://localhost/work/shop', '/work/shop'],
  ['file:///work/100%', '/work/100%'],
  ['file:///work/c#', '/work/c#'],
  ['file:///c%3A/work/shop', '/mnt/c/work/shop'],
  ['file:///C:/work/shop', '/mnt/c/work/shop'],
  ['file://wsl.localhost/Ubuntu/home/ada/shop', '/home/ada/shop'],
  ['vscode-remote://wsl%2Bubuntu/home/ada/shop', '/home/ada/shop'],
  ['/c:/work/shop', '/mnt/c/work/shop'],
  ['C:\\work\\shop\\', '/mnt/c/work/shop'],
  ['c:/work/shop', '/mnt/c/work/shop'],
  ['C:', '/mnt/c'],
  ['\\\\?\\C:\\work\\shop', '/mnt/c/work/shop'],
  ['\\\\wsl$\\Ubuntu\\home\\ada\\shop', '/home/ada/shop'],
  ['\\\\wsl.localhost\\Ubuntu\\home\\ada\\shop', '/home/ada/shop'],
  ['\\\\server\\share\\shop', '/server/share/shop'],
  ['https://example.org/shop', undefined],
  ['untitled:Untitled-1', expect.stringContaining('untitled')],
  ['a\0b', undefined],
  ['', undefined],
])('on Linux, %j is the folder %s', (given, folder) => {
  expect(folderAt(given, 'linux')).toEqual(folder);
});

test.each(['/c:/work/shop', '/c/work/shop', '/mnt/c/work/shop', 'file:///c%3A/work/shop'])(
  'on Windows, %s is on a drive',
  (given) => {
    // Not there on the machine of this test, so it is named below its folder.
    expect(folderAt(given, 'win32')).toMatch(/c:\\work\\shop$/);
  },
);

test('a file stands for its folder, and a link for where it leads', () => {
  const folder = temporaryDirectory();
  mkdirSync(join(folder, 'my shop'));
  writeFileSync(join(folder, 'my shop', 'a.code-workspace'), '{}');
  symlinkSync(join(folder, 'my shop'), join(folder, 'link'));
  const shop = folderAt(join(folder, 'my shop'));
  const url = pathToFileURL(join(folder, 'link', 'a.code-workspace')).href;
  expect([folderAt(url), folderAt(join(folder, 'link'))]).toEqual([shop, shop]);
});

test.each(['/', '/mnt/c', '/mnt/c/Users', '/mnt/c/Users/ada/', 'C:\\', 'c:\\Users\\ada'])(
  'in %s, every project would be one',
  (folder) => expect(isAboveProjects(folder)).toBe(true),
);

test.each(['/shop', '/mnt/c/work', '/mnt/c/Users/ada/shop', '/mnt/disk', 'C:\\work'])(
  '%s may be a project',
  (folder) => expect(isAboveProjects(folder)).toBe(false),
);
