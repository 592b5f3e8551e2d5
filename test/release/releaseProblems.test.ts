import { expect, test } from 'vitest';
import { type Before, releaseProblems } from '../../scripts/release/releaseProblems.js';

const READY: Before = {
  branch: 'main',
  status: '',
  tags: ['v0.1.0'],
  version: '0.1.0',
  changelog: '# Changelog\n\n## Unreleased\n\n- New.\n\n## 0.1.0\n\n- Old.\n',
};

test.each(['0.1.1', '0.2.0', '0.10.0', '1.0.0'])('%s can be released after 0.1.0', (version) => {
  expect(releaseProblems(READY, version)).toEqual([]);
});

test.each([
  ['0.1.0', 'not higher than 0.1.0'],
  ['0.0.9', 'not higher than 0.1.0'],
  ['0.2', 'not a version'],
  ['v0.2.0', 'not a version'],
  ['0.02.0', 'not a version'],
  ['0.2.0-rc', 'not a version'],
])('%s cannot be released after 0.1.0', (version, why) => {
  expect(releaseProblems({ ...READY, tags: [] }, version)).toEqual([expect.stringContaining(why)]);
});

test.each([
  ['another branch', { branch: 'mine' }, 'the branch is mine'],
  ['changes', { status: ' M README.md' }, 'M README.md'],
  ['a tag of that version', { tags: ['v0.2.0'] }, 'a tag v0.2.0'],
  ['a changelog without an unreleased part', { changelog: '## 0.1.0\n\n- Old.\n' }, 'CHANGELOG.md'],
  ['an empty unreleased part', { changelog: '## Unreleased\n\n## 0.1.0\n\n- Old.\n' }, 'CHANGELOG'],
])('nothing can be released with %s', (_, change, why) => {
  const problems = releaseProblems({ ...READY, ...change }, '0.2.0');
  expect(problems).toEqual([expect.stringContaining(why)]);
});

test('all problems are given together', () => {
  const worst = { ...READY, branch: 'mine', status: '?? x', changelog: '' };
  expect(releaseProblems(worst, '0.1.0')).toHaveLength(5);
});
