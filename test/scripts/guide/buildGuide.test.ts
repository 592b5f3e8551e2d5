import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildGuide } from '../../../scripts/guide/buildGuide.js';
import { ROOT_PAGES } from '../../../scripts/guide/guidePages.js';
import { temporaryDirectory } from '../../support/temporaryDirectory.js';

/** A repository with an index, a page with a picture in two colours, and what else the guide shows. */
function repository(page = '# A page\n\n![A picture](pictures/a.svg)\n'): string {
  const root = temporaryDirectory();
  mkdirSync(join(root, 'docs', 'cluster'), { recursive: true });
  mkdirSync(join(root, 'docs', 'pictures'));
  for (const name of ROOT_PAGES) writeFileSync(join(root, name), `# ${name}\n`);
  writeFileSync(join(root, 'docs', 'README.md'), '# The docs\n\n[A page](page.md)\n');
  writeFileSync(join(root, 'docs', 'page.md'), page);
  writeFileSync(join(root, 'docs', 'cluster', 'README.md'), '# Cluster\n');
  for (const name of ['a.svg', 'a-dark.svg', 'unused.svg'])
    writeFileSync(join(root, 'docs', 'pictures', name), `<svg id="${name}"/>`);
  return root;
}

test('a guide has the pages of the docs and the root, and the pictures that they show', () => {
  const out = temporaryDirectory();
  buildGuide(repository(), out, '/s.css');
  expect(readdirSync(out, { recursive: true }).toSorted()).toEqual([
    'changelog.html',
    'cluster.html',
    'contributing.html',
    'index.html',
    'license.html',
    'page.html',
    'pictures',
    'pictures/a-dark.svg',
    'pictures/a.svg',
    'readme.html',
    'security.html',
  ]);
  expect(readFileSync(join(out, 'index.html'), 'utf8')).toContain('href="/docs/guide/page"');
  expect(readFileSync(join(out, 'page.html'), 'utf8')).toContain(
    '<picture><source media="(prefers-color-scheme: dark)" srcset="/docs/guide/pictures/a-dark.svg">' +
      '<img src="/docs/guide/pictures/a.svg" alt="A picture" loading="lazy"></picture>',
  );
});

test('a guide that could not be made has no index, so that the next start makes it again', () => {
  const out = temporaryDirectory();
  const build = () => buildGuide(repository('![Gone](pictures/gone.svg)'), out, '/s.css');
  expect(build).toThrow('docs/page.md: pictures/gone.svg is no picture of the docs');
  expect(existsSync(join(out, 'index.html'))).toBe(false);
});

test('the index is written last', () => {
  const out = temporaryDirectory();
  // No page can be written over a folder.
  mkdirSync(join(out, 'security.html'));
  expect(() => buildGuide(repository(), out, '/s.css')).toThrow('EISDIR');
  expect(existsSync(join(out, 'index.html'))).toBe(false);
});
