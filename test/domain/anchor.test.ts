import { expect, test } from 'vitest';
import { commitsOf, pathKey, pathsOf } from '../../src/domain/anchor.js';
import { Anchors, PathOrFolder } from '../../src/domain/anchorSchemas.js';
import { parse } from '../../src/domain/parse.js';

const parsed = (anchor: object) => parse(Anchors, [anchor], 'invalid_payload')[0];

test.each([
  ['./src//a.ts', 'src/a.ts'],
  ['src/../a.ts', undefined],
  ['../a.ts', undefined],
  ['/etc/passwd', undefined],
  ['C:/a.ts', undefined],
  ['src\\a.ts', undefined],
  ['src/', undefined],
  ['./', undefined],
  ['a..b/c...ts', 'a..b/c...ts'],
])('the path %s is taken as %s', (path, wanted) => {
  if (wanted === undefined) expect(() => parsed({ path })).toThrow('path');
  else expect(parsed({ path })).toMatchObject({ path: wanted });
});

test.each([
  ['10-24', true],
  ['10', true],
  ['10-10', true],
  ['24-10', false],
  ['0-3', false],
  ['a', false],
])('lines %s are taken: %s', (lines, isTaken) => {
  if (isTaken) expect(parsed({ path: 'a', lines })).toMatchObject({ lines });
  else expect(() => parsed({ path: 'a', lines })).toThrow('lines');
});

test('a commit or a branch stands alone, and what is in a file does not', () => {
  expect(parsed({ commit: 'ABCDEF0' })).toMatchObject({ commit: 'abcdef0' });
  expect(parsed({ branch: 'feature/login' })).toMatchObject({ branch: 'feature/login' });
  expect(() => parsed({})).toThrow('path');
  for (const alone of [{ lines: '1' }, { symbol: 'f' }, { hash: '0123456789' }])
    expect(() => parsed({ ...alone, commit: 'abcdef0' })).toThrow('path');
  expect(() => parsed({ commit: 'abcdef' })).toThrow('7 to 64 hex digits');
});

test('a path has a bounded number of folders, by each of which it is found', () => {
  const deep = (folders: number) => parsed({ path: `${'a/'.repeat(folders)}a.ts` });
  expect(deep(32)).toBeDefined();
  expect(() => deep(33)).toThrow('at most 32 folders');
});

test('a file is found by its path and by the folders that it is in', () => {
  const anchors = [{ path: 'src/http/a.ts' }, { path: 'src/b.ts' }, { commit: 'abcdef012' }];
  const found = ['src/', 'src/http/', 'src/http/a.ts', 'src/b.ts'].map(pathKey);
  expect(pathsOf(anchors)).toEqual(found);
  expect(commitsOf(anchors)).toEqual(['abcdef0']);
  expect(PathOrFolder.parse('./src//http/')).toBe('src/http/');
});
