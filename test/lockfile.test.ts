import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface Lock {
  readonly packages: Record<
    string,
    {
      readonly version?: string;
      readonly hasInstallScript?: boolean;
      readonly optionalDependencies?: Record<string, string>;
    }
  >;
}

const lockOf = (file: string): Lock =>
  JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8'));

test('the lock file has the packages of every platform, which npm ci requires', () => {
  const lock = lockOf('../package-lock.json');
  const paths = Object.keys(lock.packages);
  const missing = Object.values(lock.packages)
    .flatMap(({ optionalDependencies = {} }) => Object.keys(optionalDependencies))
    .filter((name) => !paths.some((path) => path.endsWith(`node_modules/${name}`)));
  expect(paths.length).toBeGreaterThan(100);
  expect(missing).toEqual([]);
});

test('npm takes the SQLite binding from the one lock file where Node can run it, and compiles none', () => {
  const { packages } = lockOf('../package-lock.json');
  expect(packages['node_modules/better-sqlite3']).toMatchObject({
    version: expect.stringMatching(/^13\./),
    optional: true,
    engines: { node: '>=22' },
    // npm drops this when it writes the lock file; without it, `npm ci` compiles, and where there is no compiler it
    // installs no SQLite.
    gypfile: false,
  });
  const scripts = Object.entries(packages).filter(([path, one]) => path && one.hasInstallScript);
  // Ours is needed. No other is run: package.json switches each off.
  const { allowScripts } = JSON.parse(
    readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
  );
  const allowed = scripts.filter(
    ([path]) => allowScripts[path.slice('node_modules/'.length)] !== false,
  );
  expect(scripts.length).toBeGreaterThan(0);
  expect(allowed).toEqual([]);
});

test('only the folder for Node 20 has the older binding', () => {
  const { packages } = lockOf('../sqlite-for-node20/package-lock.json');
  expect(packages['node_modules/better-sqlite3']?.version).toMatch(/^12\./);
});
