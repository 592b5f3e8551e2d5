import { expect, test } from 'vitest';
import { decodeText } from '../../src/domain/unicode.js';

const TEXT = '{"name": "Jörg 決 🙂"}';
const bigEndian = Buffer.from(`\ufeff${TEXT}`, 'utf16le').swap16();

test.each([
  ['UTF-8', Buffer.from(TEXT)],
  ['UTF-8 behind a mark', Buffer.from(`\ufeff${TEXT}`)],
  ['UTF-16 behind a mark', Buffer.from(`\ufeff${TEXT}`, 'utf16le')],
  ['UTF-16 of the other order behind a mark', bigEndian],
])('a text in %s is read without the mark', (_, bytes) => {
  expect(decodeText(bytes)).toBe(TEXT);
});

test.each([
  ['Latin-1', Buffer.from(TEXT, 'latin1')],
  ['half a letter', Buffer.from(TEXT).subarray(0, 12)],
  ['half a letter of UTF-16', Buffer.from('\ufeffab', 'utf16le').subarray(0, 5)],
])('%s is no text', (_, bytes) => {
  expect(decodeText(bytes)).toBeUndefined();
});

test('nothing is an empty text', () => {
  expect(decodeText(Buffer.alloc(0))).toBe('');
});
