import { fc, test as property } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import { secretFinder } from '../../src/privacy/findSecrets.js';
import { linearPattern } from '../../src/privacy/patterns/linearPattern.js';
import { ownPatterns, privacyFilter } from '../../src/privacy/privacyFilter.js';
import { runs } from '../support/depth.js';

const filterWith = (...sources: string[]) =>
  privacyFilter(secretFinder([ownPatterns(sources.map(linearPattern))]));

test('text that matches a pattern is replaced and counted as custom', async () => {
  const filter = filterWith('ACME-\\d{4}', '[\\w.]+@acme\\.example');
  expect(await filter('ACME-1234, ann@acme.example and token=x')).toEqual({
    text: '[REDACTED], [REDACTED] and token=[REDACTED]',
    finds: [
      { kind: 'custom', count: 2 },
      { kind: 'key-value', count: 1 },
    ],
  });
});

test('a match is found at any place, also directly after another match', async () => {
  const filter = filterWith('[a-z]+@acme');
  expect((await filter('x1ab@acmecd@acme, ef@acme')).text).toBe('x1[REDACTED], [REDACTED]');
});

test('^ and $ match at line ends, and case matters', async () => {
  const filter = filterWith('^Falke$');
  expect((await filter('Falke\nfalke\nFalke 2\nFalke')).text).toBe(
    '[REDACTED]\nfalke\nFalke 2\n[REDACTED]',
  );
});

property.prop(
  [
    fc.constantFrom('\\w+', '[A-Z]+', '\\S+', '.', 'x.*', 'RED', '\\[RED\\w+', 'a.c'),
    fc.array(fc.constantFrom('a', 'B', 'x', ' ', '\n', '[REDACTED]', 'token=', 'ghp_', 'c'), {
      maxLength: 12,
    }),
  ],
  { numRuns: runs(100, 500) },
)('a mark is never redacted again', async (source, parts) => {
  const filter = filterWith(source);
  const once = await filter(parts.join(''));
  expect(await filter(once.text)).toEqual({ text: once.text, finds: [] });
});
