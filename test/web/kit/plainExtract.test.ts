import { expect, test } from 'vitest';
import { extractOf, plainExtract } from '../../../web/kit/plainExtract.js';

test.each([
  ['## Why\n\nIt **retries**, and *waits*.', 'Why It retries, and waits.'],
  ['- [ ] one\n- [x] two\n1. three\n> four', 'one two three four'],
  ['See [the page](https://a.example/x) and ![a picture](b.png).', 'See the page and a picture.'],
  ['[A log](https://a.example/Log_(files)), (or none).', 'A log, (or none).'],
  ['Run `npm test` first.\n```sh\nnpm ci\n```', 'Run npm test first. npm ci '],
  ['~~old~~ new\n---\nend', 'old new end'],
  ['auth* and snake_case and 2 * 3 * 4', 'auth* and snake_case and 2 * 3 * 4'],
  ['# hash\n#tag stays', 'hash #tag stays'],
])('%j says "%s"', (markdown, said) => {
  expect(plainExtract(markdown)).toBe(said);
});

test('an extract of a search keeps the words that matched apart, also at the begin of a line', () => {
  expect(extractOf('# The **retry** - of a *charge*')).toEqual(['The ', 'retry', ' - of a charge']);
});

test.each(['[', '](', '[](', '[]((', '*', '**a', '`', '# ', '> ', '~~', '- ['])(
  'an extract of %j, a hundred thousand times, is made without looking back',
  (sign) => {
    expect(plainExtract(sign.repeat(100_000)).length).toBeLessThanOrEqual(sign.length * 100_000);
  },
);
