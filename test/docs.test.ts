import { existsSync, readdirSync, readFileSync } from 'node:fs';
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

test('links of the docs are looked at', () => {
  expect(pages.length).toBeGreaterThan(20);
  expect(readFileSync(new URL('README.md', ROOT), 'utf8')).toContain('](docs/architecture.md)');
});
