import { describe, expect, test } from 'vitest';
import { readMarkdown } from '../../../web/markdown/readMarkdown.js';
import type { Block, Inline } from '../../../web/markdown/tokens.js';

function read(text: string): string {
  const found = readMarkdown(text);
  return 'plain' in found ? `PLAIN: ${found.plain}` : blocks(found.blocks);
}

/** Blocks as tags, so that tests can be read. */
function blocks(all: readonly Block[]): string {
  return all.map(block).join('');
}

function block(one: Block): string {
  switch (one.kind) {
    case 'heading':
      return `<h${one.level}>${inline(one.inline)}</h${one.level}>`;
    case 'paragraph':
      return `<p>${inline(one.inline)}</p>`;
    case 'code':
      return `<pre ${one.language}>${one.text}</pre>`;
    case 'quote':
      return `<quote>${blocks(one.blocks)}</quote>`;
    case 'list': {
      const items = one.items.map(({ done, blocks: inside }) => {
        const state = done === undefined ? '' : done ? ' done' : ' todo';
        return `<li${state}>${blocks(inside)}</li>`;
      });
      return `<list${one.start === undefined ? '' : ` ${one.start}`}>${items.join('')}</list>`;
    }
    case 'table': {
      const rows = [one.head, ...one.rows].map((row) => `<tr>${row.map(inline).join('|')}</tr>`);
      return `<table>${rows.join('')}</table>`;
    }
    case 'rule':
      return '<rule>';
  }
}

function inline(all: readonly Inline[]): string {
  return all
    .map((one) => {
      if ('text' in one) return one.kind === 'text' ? one.text : `<code>${one.text}</code>`;
      if ('target' in one) return `<${one.kind} ${one.target}>${inline(one.inline)}</${one.kind}>`;
      return `<${one.kind}>${inline(one.inline)}</${one.kind}>`;
    })
    .join('');
}

describe('blocks', () => {
  test.each([
    ['# One\n## Two ##\nText', '<h1>One</h1><h2>Two</h2><p>Text</p>'],
    ['#hashtag', '<p>#hashtag</p>'],
    ['Title\n===\nLess\n---', '<h1>Title</h1><h2>Less</h2>'],
    ['one\ntwo\n\nthree', '<p>one\ntwo</p><p>three</p>'],
    ['```ts\nconst a = "<b>";\n```\nafter', '<pre ts>const a = "<b>";</pre><p>after</p>'],
    ['~~~\nnever closed\n', '<pre >never closed\n</pre>'],
    ['    indented\n\n    code', '<pre >indented\n\ncode</pre>'],
    ['> quoted\n> > twice', '<quote><p>quoted</p><quote><p>twice</p></quote></quote>'],
    ['---\n* * *', '<rule><rule>'],
    ['- one\n- two', '<list><li><p>one</p></li><li><p>two</p></li></list>'],
    ['- one\n\n- two\n\nafter', '<list><li><p>one</p></li><li><p>two</p></li></list><p>after</p>'],
    ['3. three\n4. four', '<list 3><li><p>three</p></li><li><p>four</p></li></list>'],
    [
      '- a\n  - b\n- c',
      '<list><li><p>a</p><list><li><p>b</p></li></list></li><li><p>c</p></li></list>',
    ],
    ['1. a\n  - b', '<list 1><li><p>a</p><list><li><p>b</p></li></list></li></list>'],
    ['- long\nline', '<list><li><p>long\nline</p></li></list>'],
    ['- a\n\n  ```\n  x\n  ```', '<list><li><p>a</p><pre >x</pre></li></list>'],
    ['- [ ] open\n- [x] done', '<list><li todo><p>open</p></li><li done><p>done</p></li></list>'],
    ['Year\n1998. A year', '<p>Year\n1998. A year</p>'],
    ['a:\n- b', '<p>a:</p><list><li><p>b</p></li></list>'],
    ['| a | b |\n|---|:-:|\n| 1 | `x` |', '<table><tr>a|b</tr><tr>1|<code>x</code></tr></table>'],
    ['a|b\n-|-\n1\\|2|3|4', '<table><tr>a|b</tr><tr>1|2|3 | 4</tr></table>'],
    ['a | b\nno table', '<p>a | b\nno table</p>'],
    ['', ''],
  ])('%j', (text, expected) => {
    expect(read(text)).toBe(expected);
  });
});

describe('within a line', () => {
  test.each([
    [
      '*a* **b** ***c*** ~~d~~',
      '<em>a</em> <strong>b</strong> <em><strong>c</strong></em> <strike>d</strike>',
    ],
    ['**bold *and* more**', '<strong>bold <em>and</em> more</strong>'],
    ['snake_case_name and 2 * 3 * 4', 'snake_case_name and 2 * 3 * 4'],
    ['_so_ (_so_)', '<em>so</em> (<em>so</em>)'],
    ['src/**/*.ts', 'src/**/*.ts'],
    ['**never closed', '**never closed'],
    ['about ~5', 'about ~5'],
    ['`a` `` b ` c `` `open', '<code>a</code> <code>b ` c</code> `open'],
    ['`*a*`', '<code>*a*</code>'],
    ['\\*a\\* c:\\dir', '*a* c:\\dir'],
    ['[a *b*](https://x.y/z "title")', '<link https://x.y/z>a <em>b</em></link>'],
    ['[a](https://x.y/f_(b))', '<link https://x.y/f_(b)>a</link>'],
    ['[a](<b c>)', '<link b c>a</link>'],
    ['[a] (b) [c]', '[a] (b) [c]'],
    ['[a](b', '[a](b'],
    ['![alt](https://x.y/i.png)', '<image https://x.y/i.png>alt</image>'],
    ['see https://x.y/a_b_c).', 'see <link https://x.y/a_b_c>https://x.y/a_b_c</link>).'],
    [
      '<https://x.y> <mailto:a@b.c>',
      '<link https://x.y>https://x.y</link> <link mailto:a@b.c>mailto:a@b.c</link>',
    ],
    ['[a [b](c) d](e)', '[a <link c>b</link> d](e)'],
    [
      '<script>alert(1)</script> &lt;b&gt; <!-- c -->',
      '<script>alert(1)</script> &lt;b&gt; <!-- c -->',
    ],
  ])('%j', (text, expected) => {
    expect(read(text)).toBe(`<p>${expected}</p>`);
  });
});

test('HTML is text, also as a block', () => {
  expect(read('<div onclick="x">\n<b>y</b>')).toBe('<p><div onclick="x">\n<b>y</b></p>');
});

describe('what would be slow or deep is not read', () => {
  const SIZE = 65_536;
  test.each([
    ['long', 'a'.repeat(200_001), 'it has more than 200,000 characters'],
    ['quotes', '> '.repeat(SIZE), 'it is nested more than 12 levels deep'],
    ['lists', `${'- '.repeat(1000)}x`, 'it is nested more than 12 levels deep'],
    ['quotes of lists', '> - '.repeat(SIZE / 4), 'it is nested more than 12 levels deep'],
    [
      'indented lists',
      Array.from({ length: 200 }, (_, i) => `${'  '.repeat(i)}- a`).join('\n'),
      'it is nested more than 12 levels deep',
    ],
    [
      'emphasis',
      `${'*'.repeat(SIZE)}a${'*'.repeat(SIZE)}`,
      'it is nested more than 12 levels deep',
    ],
    ['brackets', '['.repeat(SIZE), 'it has more than 5,000 parts'],
    ['emphasis that is not closed', '*a '.repeat(SIZE), 'it has more than 5,000 parts'],
    [
      'cells',
      `${'|a'.repeat(200)}|\n${'|-'.repeat(200)}|\n${'|a|a|\n'.repeat(SIZE / 6)}`,
      'it has more than 5,000 parts',
    ],
    ['hidden characters', 'x\u200b\n\n'.repeat(200), 'it has 200 hidden characters or more'],
  ])('%s', (_, text, why) => {
    expect(readMarkdown(text)).toEqual({ plain: why });
  });

  test('as many parts as are shown', () => {
    expect(read('- a\n'.repeat(1200))).toMatch(/^<list><li>/);
    expect(read('x'.repeat(200_000))).toMatch(/^<p>x/);
  });
});

test('no text is lost: all letters of any text are read, in their order', () => {
  const SIGNS = [
    '*',
    '_',
    '`',
    '[',
    ']',
    '(',
    ')',
    '!',
    '<',
    '>',
    '#',
    '-',
    '|',
    '\\',
    '~',
    '\n',
    ' ',
    'a',
    'b',
    '1. ',
    'https://x.y/',
    '\n\n',
    '```\n',
    '\n- ',
  ];
  let seed = 7;
  const next = (n: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * n);
  };
  for (let round = 0; round < 2000; round += 1) {
    const text = Array.from({ length: 1 + next(30) }, () => SIGNS[next(SIGNS.length)]).join('');
    const found = readMarkdown(text);
    if ('plain' in found) continue;
    const letters = (one: string) => one.replace(/[^ab]/g, '');
    const all = lettersOf(found.blocks);
    // The title of a link is left out, and a language of code is no text: neither has letters before more of the same.
    expect(isWithin(letters(text), letters(all)), JSON.stringify(text)).toBe(true);
  }
});

function lettersOf(found: readonly Block[]): string {
  return JSON.stringify(found, (key, value) => (key === 'kind' ? undefined : value));
}

function isWithin(part: string, whole: string): boolean {
  let at = 0;
  for (const char of whole) if (char === part[at]) at += 1;
  return at === part.length;
}
