import { expect, test } from 'vitest';
import { isChangelogPath, releasesIn } from '../../../src/import/git/changelog.js';

test.each([
  ['CHANGELOG.md', true],
  ['NEWS.rst', true],
  ['docs/changes.txt', true],
  ['RELEASE_NOTES.md', true],
  ['HISTORY', true],
  ['src/CHANGELOG.md', false],
  ['news/1.md', false],
])('%s: %s', (path, is) => {
  expect(isChangelogPath(path)).toBe(is);
});

test('a release tells what it took away, and nothing else', () => {
  const text = `# Changelog

## Unreleased

### Removed

- The command \`old\`, which nobody has used for years.

## [2.0.0] - 2026-03-01

### Added

- Much.

### Breaking changes

- The field \`total\` is in cents now, no longer in euros.

#### How to upgrade

Multiply by 100.

### Security

- Tokens are hashed.

## 1.9.0-rc.1

### Removed

- The field \`total\` of the first answer.

## 1.8.0

### Fixed

- A bug.
`;
  expect(releasesIn(text, 20)).toEqual([
    {
      version: '2.0.0',
      title: 'Release 2.0.0: breaking changes, security',
      content:
        '## Breaking changes\n\n- The field `total` is in cents now, no longer in euros.\n\n' +
        '#### How to upgrade\n\nMultiply by 100.\n\n## Security\n\n- Tokens are hashed.',
      date: '2026-03-01',
      line: 9,
    },
  ]);
});

test('headings may be underlined', () => {
  const said = 'The old parser is gone: use the new one in its place.';
  const text = `26.1 (2026-01-02)\n=================\n\nDeprecations and Removals\n-------------------------\n\n- ${said}\n\nFeatures\n--------\n\n- New.\n\n26.0\n====\n\nRemovals\n--------\n\nNone.\n`;
  expect(releasesIn(text, 20)).toEqual([
    {
      version: '26.1',
      title: 'Release 26.1: deprecations and removals',
      content: `## Deprecations and Removals\n\n- ${said}`,
      date: '2026-01-02',
      line: 1,
    },
  ]);
});

test('the names of sections may be in bold', () => {
  const said = '* The flag `--old` does nothing any more, and is gone soon.';
  const text = `## 14.0.0 (2026-01-02)\n\n**Breaking changes:**\n\n${said}\n\n**Features**:\n\n* New.\n`;
  expect(releasesIn(text, 20).map(({ content }) => content)).toEqual([
    `## Breaking changes\n\n${said}`,
  ]);
});

test('a smaller release may have a smaller heading', () => {
  const warning = (what: string) =>
    `### BREAKING CHANGES\n\n* ${what} has another name from this release on.\n`;
  const text = `# [2.0.0](x) (2026-01-02)\n\n${warning('One')}\n## 1.9.0 (2026-01-01)\n\n${warning('Two')}`;
  expect(
    releasesIn(text, 20).map(({ version, content }) => [version, content.includes('Two')]),
  ).toEqual([
    ['2.0.0', false],
    ['1.9.0', true],
  ]);
});

test('only the newest releases count, and headings in code are none', () => {
  const release = (i: number) =>
    `## 1.${i}.0\n\n### Removed\n\n- The command number ${i}, which nobody used.\n\n`;
  const all = Array.from({ length: 30 }, (_, i) => release(30 - i)).join('');
  expect(releasesIn(all, 20).map(({ version }) => version)).toHaveLength(20);
  expect(releasesIn(`\`\`\`\n${all}\`\`\``, 20)).toEqual([]);
});
