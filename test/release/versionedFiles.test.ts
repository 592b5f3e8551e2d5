import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { VERSIONED_FILES } from '../../scripts/release/versionedFiles.js';

const ROOT = new URL('../../', import.meta.url);
const read = (file: string) => readFileSync(new URL(file, ROOT), 'utf8');

/** The lines of a file that a release changes, as they are then. */
function changedIn(file: string): readonly string[] {
  const before = read(file).split('\n');
  const after = VERSIONED_FILES[file]?.(before.join('\n'), '98.7.6').split('\n') ?? [];
  expect(after).toHaveLength(before.length);
  return after.filter((line, i) => line !== before[i]).map((line) => line.trim());
}

test.each(Object.keys(VERSIONED_FILES))('a release puts its version into %s', (file) => {
  const changed = changedIn(file);
  expect(changed.length).toBeGreaterThan(0);
  for (const line of changed) expect(line).toContain('98.7.6');
});

test('a release changes the version of the service and of the client, and of no other package', () => {
  const line = '"version": "98.7.6",';
  expect(changedIn('package.json')).toEqual([line]);
  expect(changedIn('clients/typescript/package.json')).toEqual([line]);
  // Of the file itself, of the service and of the client.
  expect(changedIn('package-lock.json')).toEqual([line, line, line]);
});

test('every page that names a tarball gets its version from a release', () => {
  const pages = [
    'README.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
    'clients/typescript/README.md',
    ...readdirSync(new URL('docs/', ROOT), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .map((name) => `docs/${name}`),
  ];
  const naming = pages.filter((page) => /memory-vault(-client)?-\d[\d.]*\.tgz/.test(read(page)));
  expect(naming.length).toBeGreaterThan(2);
  expect(naming.filter((page) => !Object.hasOwn(VERSIONED_FILES, page))).toEqual([]);
});
