import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contentHash } from '../../src/domain/hash.js';

const content = fc.record({
  type: fc.constantFrom('task', 'decision'),
  title: fc.constantFrom('a', 'a,b', 'a"', ''),
  content: fc.constantFrom('a', 'b', ',b'),
  project: fc.constantFrom('a', undefined),
});

test('hashes are equal exactly when all four fields are equal', () => {
  fc.assert(
    fc.property(content, content, (one, other) => {
      const same = JSON.stringify(Object.values(one)) === JSON.stringify(Object.values(other));
      expect(contentHash(one) === contentHash(other)).toBe(same);
    }),
    { numRuns: 2000 },
  );
});

test('the hash is the SHA-256 of canonical JSON', () => {
  // printf '{"content":"c","project":"p","title":"t","type":"task"}' | sha256sum
  expect(contentHash({ type: 'task', title: 't', content: 'c', project: 'p' })).toBe(
    '6b4cae3220afc5908890c5534ee1a9fe1050cfde7ac20a168adb472346270ad7',
  );
});
