import { expect, test } from 'vitest';
import { anchors } from '../../../scripts/guide/blockHtml.js';
import { guidePage } from '../../../scripts/guide/guidePage.js';
import { addressOf, linkOf, pictureOf } from '../../../scripts/guide/guidePages.js';

const LEADS = {
  link: (target: string) => (target === 'gone.md' ? undefined : `/to/${target}`),
  picture: (target: string, alt: string) => `<img src="${target}" alt="${alt}">`,
};

/** What stands between the marks of the main part. */
function mainOf(markdown: string): string {
  const [, main = ''] =
    /<main id="text">\n([\s\S]*)\n<\/main>/.exec(guidePage(markdown, LEADS, '/s.css')) ?? [];
  return main;
}

test.each([
  ['# A & b', '<h1 id="a--b">A &amp; b</h1>'],
  ['see `<i>` and <b>x</b>', '<p>see <code>&lt;i&gt;</code> and &lt;b&gt;x&lt;/b&gt;</p>'],
  ['[the *page*](a.md)', '<p><a href="/to/a.md">the <em>page</em></a></p>'],
  ['[the file](gone.md)', '<p>the file</p>'],
  ['![A picture](x.webp)', '<p><img src="x.webp" alt="A picture"></p>'],
  ['- one\n- **two**', '<ul><li>one</li>\n<li><strong>two</strong></li></ul>'],
  ['```sh\na < b\n```', '<pre tabindex="0"><code>a &lt; b</code></pre>'],
  [
    '```mermaid\nflowchart TD\n```',
    '<details><summary>A diagram, as text</summary><pre tabindex="0"><code>flowchart TD</code></pre></details>',
  ],
  [
    '| a | b |\n| --- | --- |\n| 1 | 2 |',
    '<div class="scroll" tabindex="0"><table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table></div>',
  ],
  ['<!-- drawn: x -->\n\nText', '<p>Text</p>'],
  ['<!-- drawn: x -->\r\n\r\n**Text**\r\nends\r\n', '<p><strong>Text</strong>\nends</p>'],
  ['<!-- a --> b\n\nText\n\n<!-- end -->\n', '<p>&lt;!-- a --&gt; b</p>\n<p>Text</p>'],
  [
    '<picture>\n  <source srcset="d.webp">\n  <img src="l.webp" alt="Both">\n</picture>',
    '<p><img src="l.webp" alt="Both"></p>',
  ],
])('a page of the guide has %j as elements', (markdown, html) => {
  expect(mainOf(markdown)).toBe(html);
});

test('a long page lists its parts', () => {
  const page = guidePage('# T\n\n## One\n\n## Two\n\n### Not this\n\n## Two', LEADS, '/s.css');
  const [, list = ''] = /<nav class="parts"[^>]*>(.*?)<\/nav>/s.exec(page) ?? [];
  expect([...list.matchAll(/href="([^"]*)"/g)].map(([, to]) => to)).toEqual([
    '#one',
    '#two',
    '#two-1',
  ]);
  expect(page).toContain('<title>T – Memory Vault</title>');
  expect(guidePage('# T\n\n## One', LEADS, '/s.css')).not.toContain('class="parts"');
});

test('headings have the anchors that forges give them', () => {
  const anchorOf = anchors();
  const titles = ['What it costs', 'C++, `x_y` – or "z"?', 'What it costs'];
  expect(titles.map(anchorOf)).toEqual(['what-it-costs', 'c-x_y--or-z', 'what-it-costs-1']);
});

test.each([
  ['docs/README.md', '/docs/guide'],
  ['docs/agents.md', '/docs/guide/agents'],
  ['docs/cluster/README.md', '/docs/guide/cluster'],
  ['docs/cluster/roles.md', '/docs/guide/cluster/roles'],
  ['CONTRIBUTING.md', '/docs/guide/contributing'],
  ['LICENSE', '/docs/guide/license'],
])('%s is shown at %s', (path, address) => {
  expect(addressOf(path)).toBe(address);
});

const THERE = new Set(['README.md', 'docs/agents.md', 'docs/decisions/README.md']);

test.each([
  ['agents.md#why', '/docs/guide/agents#why'],
  ['../README.md', '/docs/guide/readme'],
  ['decisions/', '/docs/guide/decisions'],
  ['#below', '#below'],
  ['https://example.org/a#b', 'https://example.org/a#b'],
  ['http://127.0.0.1:7437', '/'],
  ['http://127.0.0.1:7437/docs', '/docs'],
  ['../src/cli.ts', undefined],
  ['missing.md', undefined],
])('on docs/deploy.md, %s leads to %s', (target, address) => {
  expect(linkOf('docs/deploy.md', target, THERE)).toBe(address);
});

test('pictures come from the docs only', () => {
  expect(pictureOf('README.md', 'docs/screenshots/home.webp')).toBe('screenshots/home.webp');
  expect(pictureOf('docs/page.md', 'screenshots/home.webp')).toBe('screenshots/home.webp');
  expect(pictureOf('README.md', 'lab/plot.svg')).toBeUndefined();
  expect(pictureOf('docs/page.md', 'https://example.org/x.webp')).toBeUndefined();
});
