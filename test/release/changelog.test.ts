import { expect, test } from 'vitest';
import { datedChangelog, unreleased } from '../../scripts/release/changelog.js';

const CHANGELOG = '# Changelog\n\n## Unreleased\n\n- New.\n\n## 0.1.0\n\n- Old.\n';

test('the unreleased part ends where the last release begins', () => {
  expect(unreleased(CHANGELOG)).toBe('- New.');
});

test('a release puts the unreleased part under its version and day, and changes nothing else', () => {
  expect(datedChangelog(CHANGELOG, '0.2.0', '2026-11-22')).toBe(
    '# Changelog\n\n## 0.2.0 (2026-11-22)\n\n- New.\n\n## 0.1.0\n\n- Old.\n',
  );
});
