import { expect, test } from 'vitest';
import { beginningExtract, extractOf, plainExtract } from '../../../web/kit/plainExtract.js';

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

test.each([
  ['It **waits**.', undefined, 'It waits.'],
  ['It waits for the gatew', 400, 'It waits for the…'],
  ['See [the page](https://a.example/lo', 400, 'See the…'],
  ['It **waits** and **never retr', 400, 'It waits and never…'],
  ['It takes src/**/a.ts and', 400, 'It takes src/**/a.ts…'],
  ['支払いは待つ', 400, '支払いは待つ…'],
  [`See ${'x'.repeat(60)}`, 400, `See ${'x'.repeat(60)}…`],
  ['', 400, '…'],
])('the beginning %j of a text of %s bytes is shown as %j', (content, content_bytes, shown) => {
  expect(beginningExtract({ content, content_bytes })).toBe(shown);
});

test.each(['[', '](', '[](', '[]((', '*', '**a', '`', '# ', '> ', '~~', '- ['])(
  'an extract of %j, a hundred thousand times, is made without looking back',
  (sign) => {
    const content = sign.repeat(100_000);
    expect(plainExtract(content).length).toBeLessThanOrEqual(content.length);
    // The service gives some hundred characters of a text that it cuts.
    const content_bytes = content.length;
    expect(beginningExtract({ content: content.slice(0, 5000), content_bytes })).toContain('…');
  },
);
