import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutToBytes, safeName, slugOf } from '../../../src/cli/export/pathOf.js';

test('an ordinary name stays as it is', () => {
  for (const name of ['checkout', 'Memory Vault 2', 'ünïcode', '日本語', 'a.b-c_d'])
    expect(safeName(name)).toBe(name);
});

test.each([
  ['..', '~'],
  ['../../etc', '-..-etc~'],
  ['a/b', 'a-b~'],
  ['C:\\temp', 'C-temp~'],
  ['con', '_con~'],
  ['NUL.txt', '_NUL.txt~'],
  ['com1', '_com1~'],
  ['COM¹', '_COM¹~'],
  ['.git', 'git~'],
  ['trailing. ', 'trailing~'],
  ['a\u0000b\u202ec\n', 'a-b-c-~'],
  ['[[link]] #tag', '-link- -tag~'],
])('%j becomes %j with a digest', (name, start) => {
  expect(safeName(name).slice(0, -8)).toBe(start);
});

test('a name that means something else gets another one', () => {
  expect(safeName('sessions', ['sessions'])).toMatch(/^_sessions~[0-9a-f]{8}$/);
});

const odd = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc.string({
    unit: fc.constantFrom('.', ' ', '/', 'c', 'o', 'n', 'é', '\u0301', '\u{1f600}'),
    maxLength: 60,
  }),
);

test('whatever the text, the name is safe on every system, and short', () => {
  fc.assert(
    fc.property(odd, (text) => {
      const name = safeName(text);
      expect(name).not.toMatch(/[\p{C}<>:"/\\|?*]|^[. ]|[. ]$/u);
      expect(name).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i);
      expect(name).not.toBe('');
      expect(name.isWellFormed()).toBe(true);
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(100);
    }),
    { numRuns: 2000 },
  );
});

test('two texts never share a name, but for other forms of the same letters', () => {
  fc.assert(
    fc.property(odd, odd, (a, b) => {
      fc.pre(a.toWellFormed().normalize('NFC') !== b.toWellFormed().normalize('NFC'));
      expect(safeName(a)).not.toBe(safeName(b));
    }),
  );
});

test('a slug has letters and digits with hyphens between them', () => {
  expect(slugOf('Retry: once *only*, v2')).toBe('retry-once-only-v2');
  expect(slugOf('***')).toBe('untitled');
  expect(slugOf('日本語の タイトル')).toBe('日本語の-タイトル');
  fc.assert(
    fc.property(odd, (title) => {
      const slug = slugOf(title);
      expect(slug).toMatch(/^[\p{L}\p{N}\p{M}]+(-[\p{L}\p{N}\p{M}]+)*$/u);
      expect(Buffer.byteLength(slug)).toBeLessThanOrEqual(72);
    }),
    { numRuns: 1000 },
  );
});

test('a text is cut between letters, whose marks stay with them', () => {
  expect(cutToBytes('ae\u0301b', 3)).toBe('a');
  expect(cutToBytes('ae\u0301b', 4)).toBe('ae\u0301');
});
