import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { drawnDocs } from '../scripts/draw/drawnDocs.js';

const ROOT = new URL('../', import.meta.url);

test('the diagrams and tables of the docs match the code (npm run docs updates them)', () => {
  const docs = drawnDocs(ROOT);
  expect(docs.size).toBeGreaterThan(1);
  for (const [file, text] of docs) expect(readFileSync(file, 'utf8')).toBe(text);
});

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'clients/typescript/README.md',
  'lab/README.md',
  ...readdirSync(new URL('docs/', ROOT), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

test.each(pages)('every link of %s leads to a file or folder', (page) => {
  const from = new URL(page, ROOT);
  const links = [...readFileSync(from, 'utf8').matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = '']) => link)
    .filter((link) => !/^(https?:|#)/.test(link));
  for (const link of links) expect(existsSync(new URL(link, from)), link).toBe(true);
});

test.each(pages)('a link of %s to a file of code names that file', (page) => {
  const text = readFileSync(new URL(page, ROOT), 'utf8');
  const links = [...text.matchAll(/\[`([\w./]+\.tsx?)`\]\(([^)\s#]+)\)/g)];
  const wrong = links.filter(([, name = '', link = '']) => !`/${link}`.endsWith(`/${name}`));
  expect(wrong.map(([whole]) => whole)).toEqual([]);
});

test.each(pages)('every test that %s names is there', (page) => {
  const text = readFileSync(new URL(page, ROOT), 'utf8');
  for (const [, path = ''] of text.matchAll(/`(test\/[\w./]+)`/g)) {
    expect(existsSync(new URL(path, ROOT)), path).toBe(true);
  }
});

/** As GitHub names the headings of a page. */
function anchorsOf(page: URL): ReadonlySet<string> {
  const text = readFileSync(page, 'utf8').replaceAll(/^( *)```[\s\S]*?^\1```/gm, '');
  const names = [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  );
  return new Set(names);
}

test.each(pages)('every link of %s to a heading leads to one', (page) => {
  const from = new URL(page, ROOT);
  for (const [, file = '', anchor = ''] of readFileSync(from, 'utf8').matchAll(
    /\]\(((?!https?:)[^)\s#]*)#([^)\s]+)\)/g,
  )) {
    const to = new URL(file === '' ? from : new URL(file, from));
    if (to.pathname.endsWith('.md') && existsSync(to))
      expect(anchorsOf(to), `${file}#${anchor}`).toContain(anchor);
  }
});

/** Made from the code. */
const GENERATED = ['docs/cli.md', 'docs/messages.md'];

/** What somebody reads in one sitting. */
const PAGE_BYTES = 12 * 1024;

test.each(pages.filter((page) => page.startsWith('docs/') && !GENERATED.includes(page)))(
  '%s can be read in one sitting',
  (page) => {
    expect(statSync(new URL(page, ROOT)).size).toBeLessThanOrEqual(PAGE_BYTES);
  },
);

test('docs/README.md names every page of docs but those below another one', () => {
  const index = readFileSync(new URL('docs/README.md', ROOT), 'utf8');
  const named = pages.filter((page) => /^docs\/[^/]+\.md$/.test(page) && page !== 'docs/README.md');
  expect(named.filter((page) => !index.includes(`](${page.slice('docs/'.length)})`))).toEqual([]);
});

test('links of the docs are looked at', () => {
  expect(pages.length).toBeGreaterThan(20);
  expect(readFileSync(new URL('README.md', ROOT), 'utf8')).toContain('](docs/architecture.md)');
});
