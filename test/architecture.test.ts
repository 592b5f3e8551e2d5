import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { FLOORS, floorOf } from './support/floors.js';

const SRC = fileURLToPath(new URL('../src/', import.meta.url));

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.split(sep).join('/'));

const imports = new Map(files.map((file) => [file, importsOf(SRC, file)]));

/** The files of this project that a file below `root` imports, including types. */
function importsOf(root: string, file: string): { file: string; typeOnly: boolean }[] {
  const source = readFileSync(join(root, file), 'utf8');
  const pattern = /^(import|export)\s+(type\s)?[^;]*?from\s+'(\.[^']+)';/gm;
  return [...source.matchAll(pattern)].map(([, , type, path = '']) => ({
    file: relative(root, normalize(join(root, dirname(file), path.replace(/\.js$/, '.ts'))))
      .split(sep)
      .join('/'),
    typeOnly: type !== undefined,
  }));
}

const isCode = (file: string) => /\.tsx?$/.test(file);
const linesOf = (file: string) => readFileSync(join(SRC, file), 'utf8').split('\n').length - 1;

/** The files that a file loads when it needs them: verbs of the command line, threads, parts of the cluster. */
function loadedLater(file: string): string[] {
  const source = readFileSync(join(SRC, file), 'utf8');
  return [...source.matchAll(/(?:import\(|new URL\()'(\.[^']+)\.js'/g)].map(
    ([, path = '']) =>
      `${normalize(join(dirname(file), path))
        .split(sep)
        .join('/')}.ts`,
  );
}

test('the checked files exist', () => {
  expect(files.length).toBeGreaterThan(20);
  const targets = [...imports.values()].flat().map(({ file }) => file);
  expect(targets.length).toBeGreaterThan(100);
  expect(targets.filter((target) => !files.includes(target))).toEqual([]);
});

test('every file belongs to a floor', () => {
  expect(files.filter((file) => floorOf(file) === undefined)).toEqual([]);
});

test('imports only go down the floors', () => {
  const upward = [...imports].flatMap(([file, targets]) =>
    targets
      .filter((target) => {
        const from = floorOf(file);
        const to = floorOf(target.file);
        const below: readonly string[] = from ? FLOORS[from] : [];
        return from !== to && !below.includes(to ?? '');
      })
      .map((target) => `${file} imports ${target.file}`),
  );
  expect(upward).toEqual([]);
});

test('the contract of the log and its pure functions know no engine', () => {
  const pure = files.filter((file) => /^log\/[^/]+\.ts$/.test(file));
  expect(pure).toContain('log/eventLog.ts');
  const engines = pure.flatMap((file) => (imports.get(file) ?? []).map((target) => target.file));
  expect(engines.filter((file) => file.includes('sqlite'))).toEqual([]);
});

test('proofs know nothing of the vault, and what the page loads of them nothing of Node', () => {
  const room = files.filter((file) => file.startsWith('proof/'));
  const source = (file: string) => readFileSync(join(SRC, file), 'utf8');
  const imported = (file: string) =>
    [...source(file).matchAll(/ from '([^']+)'/g)].map(([, name = '']) => name);
  const foreign = room.flatMap(imported).filter((name) => !/^(node:|\.\/)/.test(name));
  expect(foreign).toEqual([]);
  const WEB = fileURLToPath(new URL('../web/', import.meta.url));
  const ofPage = readdirSync(WEB, { recursive: true, encoding: 'utf8' })
    .filter(isCode)
    .flatMap((page) => importsOf(WEB, page).map(({ file }) => file.replace('../src/', '')))
    .filter((file) => room.includes(file));
  // A set goes on over what is added to it meanwhile.
  const loaded = new Set(ofPage);
  for (const file of loaded) for (const { file: next } of imports.get(file) ?? []) loaded.add(next);
  expect(loaded.size).toBeGreaterThan(4);
  expect([...loaded].flatMap(imported).filter((name) => name.startsWith('node:'))).toEqual([]);
});

test('the privacy filter imports nothing of the vault and no package, so that it can be read and used alone', () => {
  const own = files.filter((file) => file.startsWith('privacy/'));
  expect(own.length).toBeGreaterThan(10);
  const imported = own.flatMap((file) =>
    [...readFileSync(join(SRC, file), 'utf8').matchAll(/(?:from|import\()\s*'([^']+)'/g)].map(
      ([, path = '']) => (path.startsWith('.') ? join(dirname(file), path) : path),
    ),
  );
  expect(imported.length).toBeGreaterThan(20);
  expect(imported.filter((path) => !/^(?:privacy[\\/]|node:)/.test(path))).toEqual([]);
});

test('each step of a search ends before the next begins', () => {
  const steps = ['parse', 'match', 'rank', 'show'].map((step) => `queries/search/${step}.ts`);
  const back = steps.flatMap((step, at) =>
    (imports.get(step) ?? [])
      .filter(({ file }) => steps.indexOf(file) > at)
      .map(({ file }) => `${step} imports ${file}`),
  );
  expect(back).toEqual([]);
  expect(imports.get('queries/search/search.ts')?.map(({ file }) => file)).toEqual(
    expect.arrayContaining(steps),
  );
});

test('there are no cycles', () => {
  const done = new Set<string>();
  const walk = (file: string, path: readonly string[]): string | undefined => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file].join(' > ');
    if (done.has(file)) return undefined;
    for (const { file: next } of imports.get(file) ?? []) {
      const cycle = walk(next, [...path, file]);
      if (cycle) return cycle;
    }
    done.add(file);
    return undefined;
  };
  expect(files.map((file) => walk(file, [])).filter(Boolean)).toEqual([]);
});

test('no thread loads zod, of which each would keep 6 MB, or xstate, which takes 20 ms', () => {
  const source = (file: string) => readFileSync(join(SRC, file), 'utf8');
  const entries = files.filter((file) => /^serveWorker</m.test(source(file)));
  expect(entries.length).toBeGreaterThan(1);
  // Jobs are loaded when a thread is asked for them. A set goes on over what is added to it meanwhile.
  const loaded = new Set([...entries, ...loadedLater('app/jobs.ts')]);
  for (const file of loaded)
    for (const { file: next, typeOnly } of imports.get(file) ?? []) if (!typeOnly) loaded.add(next);
  expect(loaded.size).toBeGreaterThan(100);
  expect(
    [...loaded].filter((file) => /^import (?!type\b).*'(zod|xstate)'/m.test(source(file))),
  ).toEqual([]);
});

test('only app knows of the cluster: whoever reads about one vault never meets it', () => {
  const users = files.filter((file) => {
    const targets = [
      ...(imports.get(file) ?? []).map((target) => target.file),
      ...loadedLater(file),
    ];
    return targets.some((target) => target.startsWith('cluster/'));
  });
  expect(users.filter((file) => !['cluster', 'app'].includes(floorOf(file) ?? ''))).toEqual([]);
  expect(users.length).toBeGreaterThan(10);
});

test('SQLite is opened only below the commands', () => {
  const openers = files.filter((file) =>
    /new Database\(|openSqlite\(/.test(readFileSync(join(SRC, file), 'utf8')),
  );
  expect(
    openers.every((file) => /^(files|sqlite|log|views|hive|webhooks|maintenance)\//.test(file)),
  ).toBe(true);
  expect(openers.length).toBeGreaterThan(2);
});

test('only the commands and the MCP server call a service through its client', () => {
  const callers = files.filter((file) =>
    readFileSync(join(SRC, file), 'utf8').includes("from 'memory-vault-client'"),
  );
  expect(callers.length).toBeGreaterThan(2);
  const outside = callers.filter((file) => !['cli', 'mcp'].includes(floorOf(file) ?? ''));
  expect(outside).toEqual([]);
});

test('only one file chooses a SQLite binding', () => {
  const ROOT = fileURLToPath(new URL('../', import.meta.url));
  const choosers = ['src', 'test', 'lab', 'scripts', 'tools']
    .flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.(ts|mjs)$/.test(file))
        .map((file) => join(folder, file)),
    )
    .filter((file) => /^import .*'better-sqlite3'/m.test(readFileSync(join(ROOT, file), 'utf8')));
  expect(choosers).toEqual([join('src', 'sqlite', 'database.ts')]);
});

test('no file has more than 350 lines', () => {
  expect(files.filter((file) => linesOf(file) > 350)).toEqual([]);
});

test('a file of fewer than 40 lines has two importers or is an entry', () => {
  const importers = new Map(files.map((file) => [file, 0]));
  for (const targets of imports.values())
    for (const target of new Set(targets.map(({ file }) => file)))
      importers.set(target, (importers.get(target) ?? 0) + 1);
  const WEB = fileURLToPath(new URL('../web/', import.meta.url));
  for (const page of readdirSync(WEB, { recursive: true, encoding: 'utf8' }).filter(isCode))
    for (const { file } of importsOf(WEB, page)) {
      const shared = file.replace('../src/', '');
      if (importers.has(shared)) importers.set(shared, (importers.get(shared) ?? 0) + 1);
    }
  const entries = new Set(files.flatMap(loadedLater));
  expect(entries.size).toBeGreaterThan(20);
  const splinters = files.filter(
    (file) =>
      file.includes('/') &&
      linesOf(file) < 40 &&
      (importers.get(file) ?? 0) < 2 &&
      !entries.has(file),
  );
  expect(splinters).toEqual([]);
});

test.each([
  ['clients', []],
  ['lab', ['src', 'tools', 'scripts', 'test']],
  ['lab/bench', ['src', 'tools']],
  ['scripts', ['src', 'tools', 'test', 'lab/programs.ts', 'web/markdown']],
  ['tools', ['src']],
])('%s imports itself and %j', (folder, below) => {
  const ROOT = fileURLToPath(new URL('../', import.meta.url));
  const targets = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ts|mjs)$/.test(file))
    .flatMap((file) => {
      const path = join(folder, file).split(sep).join('/');
      return importsOf(ROOT, path).map((target) => ({ path, to: target.file }));
    });
  expect(targets.length).toBeGreaterThan(0);
  const allowed = [folder, ...below];
  const others = targets.filter(({ to }) => !allowed.some((one) => `${to}/`.startsWith(`${one}/`)));
  expect(others).toEqual([]);
});
