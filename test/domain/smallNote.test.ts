import { expect, test } from 'vitest';
import type { Observation } from '../../src/domain/observation.js';
import { isSmall } from '../../src/domain/smallNote.js';

const small = (title: string, content: string, type: Observation['type'] = 'context') =>
  isSmall({ type, title, bytes: Buffer.byteLength(content) });

test.each([
  ['update docs', 'update docs'],
  ['Fix darwin make target', 'Fix the darwin target of make'],
  [
    'Bumped to 0.23.0-alpha.6',
    'Bumped to 0.23.0-alpha.6, with all that came from upstream meanwhile.',
  ],
  ['chore(deps): bump fastify from 5.12.0 to 5.13.0', 'x'.repeat(2000)],
  ['build(deps-dev)!: update the group of linters', 'x'.repeat(2000)],
  ['Release v2.1', 'x'.repeat(2000)],
])('what is told in a few words is small: %s', (title, content) => {
  expect(small(title, content)).toBe(true);
});

test.each([
  ['The till rounds down', 'It rounds down since the drawer of May, so sums are a cent short.'],
  ['Update of totals skipped for carts above 99.99 EUR', 'x'.repeat(200)],
  ['Release the row lock before the 1.5 s timeout, or checkout deadlocks', 'x'.repeat(200)],
  ['Updates go through the v2.0 queue now: never write orders directly', 'x'.repeat(200)],
  ['fix(deps): resolve the peer conflict that broke the build', 'x'.repeat(200)],
  ['We upgrade nothing on Fridays', 'x'.repeat(200)],
  ['x'.repeat(100), 'x'.repeat(100)],
  ['The bump of 5.13 breaks the till', 'x'.repeat(200)],
])('what says more than its title is not: %s', (title, content) => {
  expect(small(title, content)).toBe(false);
});

test('what is to be known or kept to is never small', () => {
  for (const type of ['decision', 'antipattern', 'pattern', 'learning', 'discovery'] as const)
    expect(small('Bump nothing to 5.0', 'Bump nothing to 5.0', type)).toBe(false);
});
