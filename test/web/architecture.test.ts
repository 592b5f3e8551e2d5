import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const WEB = fileURLToPath(new URL('../../web/', import.meta.url));

/** What each folder of `web` may import of the others. `main.tsx` stands above all. */
const FLOORS: Readonly<Record<string, readonly string[]>> = {
  proof: ['base'],
  base: [],
  markdown: ['kit', 'base'],
  kit: ['markdown', 'base'],
  diff: ['kit', 'base'],
  write: ['kit', 'base'],
  select: ['write', 'kit', 'base'],
  pages: ['write', 'select', 'diff', 'markdown', 'proof', 'kit', 'base'],
  app: ['pages', 'kit', 'base'],
};

const files = readdirSync(WEB, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => file.split(sep).join('/'));

const textOf = (file: string) => readFileSync(join(WEB, file), 'utf8');

/** The files of `web` that a file imports, at once or on demand. */
function importsOf(file: string): string[] {
  const found = textOf(file).matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g);
  return [...found].map(([, path = '']) =>
    normalize(join(dirname(file), path))
      .split(sep)
      .join('/'),
  );
}

const folderOf = (file: string) => file.split('/')[0] ?? '';

test('imports of the page only go down its floors', () => {
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => file !== 'main.tsx' && !FLOORS[folderOf(file)])).toEqual([]);
  const upward = files.flatMap((file) =>
    importsOf(file)
      .filter((target) => !target.startsWith('..'))
      .filter((target) => file !== 'main.tsx' && folderOf(target) !== folderOf(file))
      .filter((target) => !FLOORS[folderOf(file)]?.includes(folderOf(target)))
      .map((target) => `${file} imports ${target}`),
  );
  expect(upward).toEqual([]);
});

test('a screen imports no screen of another area', () => {
  const areaOf = (file: string) => file.split('/').slice(0, 2).join('/');
  const pages = files.filter((file) => file.startsWith('pages/'));
  const crossing = pages.flatMap((file) =>
    importsOf(file)
      .filter((target) => target.startsWith('pages/') && areaOf(target) !== areaOf(file))
      .map((target) => `${file} imports ${target}`),
  );
  expect(crossing).toEqual([]);
});

test('of the service, the page shares only pure rules', () => {
  const outside = files.flatMap((file) =>
    importsOf(file).filter((target) => target.startsWith('..')),
  );
  expect(outside.filter((target) => !/^\.\.\/src\/(domain|privacy|proof)\//.test(target))).toEqual(
    [],
  );
});

test('no text can become markup or code', () => {
  const ways =
    /dangerouslySetInnerHTML|\.(inner|outer)HTML|insertAdjacentHTML|\beval\(|new Function/;
  expect(files.filter((file) => ways.test(textOf(file)))).toEqual([]);
});

test('no file of the page has more than 200 lines', () => {
  expect(files.filter((file) => textOf(file).split('\n').length > 201)).toEqual([]);
});
