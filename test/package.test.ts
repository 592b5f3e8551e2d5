import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { packageFiles } from '../scripts/packages/packageFiles.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

interface Packed {
  readonly files: readonly { readonly path: string }[];
}

/** The files that npm would put into the package. */
function packed(): readonly string[] {
  const args = ['pack', '--dry-run', '--json', '--ignore-scripts'];
  // Of what npm prints.
  const [one] = JSON.parse(execFileSync('npm', args, { cwd: ROOT, encoding: 'utf8' })) as Packed[];
  return one?.files.map(({ path }) => path) ?? [];
}

test('the package has the build, the migrations and what explains it, and nothing else', () => {
  const files = packed();
  expect(files.filter((file) => !/^(dist|migrations|docs)\//.test(file)).sort()).toEqual(
    [
      'CHANGELOG.md',
      'CONTRIBUTING.md',
      'LICENSE',
      'README.md',
      'SECURITY.md',
      ...Object.keys(packageFiles('1.2.3')),
      'package.json',
      'plugin/start.mjs',
      'scripts/installSqlite.mjs',
      'sqlite-for-node20/package-lock.json',
      'sqlite-for-node20/package.json',
    ].sort(),
  );
  const pages = readdirSync(new URL('../docs/', import.meta.url), {
    recursive: true,
    encoding: 'utf8',
  }).filter((file) => file.endsWith('.md'));
  expect(files.filter((file) => file.startsWith('docs/')).sort()).toEqual(
    pages.map((file) => `docs/${file}`).sort(),
  );
  const migrations = readdirSync(new URL('../migrations/', import.meta.url), {
    recursive: true,
    encoding: 'utf8',
  }).filter((file) => file.endsWith('.sql'));
  for (const file of migrations) expect(files).toContain(`migrations/${file}`);
  // The guide, which a service shows without a network.
  for (const page of [
    'index.html',
    'agents.html',
    'screenshots/answer.webp',
    'pictures/session.svg',
  ])
    expect(files).toContain(`dist/web/guide/${page}`);
  expect(files).toContain('dist/cli.js');
  expect(files).toContain('dist/hook.cjs');
  expect(files).toContain('dist/hookMain.cjs');
  expect(files).toContain('dist/hookFilter.cjs');
  expect(files).toContain('dist/hook.js');
  expect(files.filter((file) => /^dist\/(cli|hook|mcp)\//.test(file))).toEqual([]);
  expect(files).toContain('dist/LICENSES.txt');
  expect(files.filter((file) => /\.test\.|(?<!\.d)\.ts$/.test(file))).toEqual([]);
});

test('the commands do not load all that node:http exports', () => {
  const dist = new URL('../dist/', import.meta.url);
  const bundled = readdirSync(dist).filter((file) => /^(cli|joined-\w+)\.js$/.test(file));
  expect(bundled.length).toBeGreaterThan(10);
  const imports = /import[^;]*?"(?:node:)?http"/;
  const texts = bundled.map((file) => readFileSync(new URL(file, dist), 'utf8'));
  expect(bundled.filter((_, i) => imports.test(texts[i] ?? ''))).toEqual([]);
});

test('every package that the build imports is installed with it', () => {
  const { dependencies, optionalDependencies } = JSON.parse(
    readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
  );
  const there = Object.keys({ ...dependencies, ...optionalDependencies });
  const built = readdirSync(new URL('../dist/', import.meta.url), {
    recursive: true,
    encoding: 'utf8',
  }).filter(
    (file) => file.endsWith('.js') && existsSync(`${ROOT}src/${file.replace(/js$/, 'ts')}`),
  );
  expect(built.length).toBeGreaterThan(100);
  const imported = built
    // `cli.js` and `hook.js` are joined with what they import; the files of these rooms are not packed.
    .filter((file) => !/^(cli|hook|mcp)(\.js$|\/)/.test(file))
    .flatMap((file) => [
      ...readFileSync(`${ROOT}dist/${file}`, 'utf8').matchAll(
        /^(?:import|export) [^;]*?from '([^.'][^']*)'|import\('([^.'][^']*)'\)/gm,
      ),
    ])
    .map(([, stated, loaded]) => stated ?? loaded ?? '')
    .filter((name) => !name.startsWith('node:'))
    .map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/'));
  expect(new Set(imported).size).toBeGreaterThan(5);
  expect([...new Set(imported)].filter((name) => !there.includes(name))).toEqual([]);
});
