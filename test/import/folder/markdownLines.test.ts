import fc from 'fast-check';
import { expect, test } from 'vitest';
import { markdownLines } from '../../../src/import/markdownLines.js';
import { oddStrings } from '../../support/oddValues.js';

const codeIn = (text: string) =>
  [...markdownLines(text)].filter(({ isCode }) => isCode).map(({ line }) => line);

test.each([
  ['a\n```ts\ncode\n```\nb', ['```ts', 'code', '```']],
  ['~~~\n```\n~~~\nb', ['~~~', '```', '~~~']],
  ['````\n```\n````\nb', ['````', '```', '````']],
  ['```\na\n``` b\n```\nc', ['```', 'a', '``` b', '```']],
  ['   ```\na\n   ```\nc', ['   ```', 'a', '   ```']],
  ['    ```\na', []],
  ['```not code```\na', []],
  ['```\nnever closed\n# a', ['```', 'never closed', '# a']],
  ['', []],
])('%j holds the code %j', (text, code) => {
  expect(codeIn(text)).toEqual(code);
});

test('the lines of any text are the text', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.constantFrom('\n', '```', '# a'), oddStrings)), (pieces) => {
      const text = pieces.join('');
      const lines = [...markdownLines(text)];
      expect(lines.map(({ start, next }) => text.slice(start, next)).join('')).toBe(text);
      expect(lines.some(({ line }) => line.includes('\n'))).toBe(false);
    }),
  );
});
