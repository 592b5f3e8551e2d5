import { execFileSync } from 'node:child_process';
import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { chosenProject } from '../../src/connect/chosenProject.js';
import { checkoutOf } from '../support/checkoutOf.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';

/** Runs Git with nothing of the machine's own configuration. */
function git(cwd: string, ...args: readonly string[]): void {
  const env = {
    PATH: process.env.PATH,
    HOME: cwd,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'a',
    GIT_AUTHOR_EMAIL: 'a@example.org',
    GIT_COMMITTER_NAME: 'a',
    GIT_COMMITTER_EMAIL: 'a@example.org',
  };
  execFileSync('git', ['-c', 'protocol.file.allow=always', ...args], { cwd, env, stdio: 'pipe' });
}

function folder(...parts: readonly string[]): string {
  const path = join(...parts);
  mkdirSync(path, { recursive: true });
  return path;
}

function file(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** A repository with one commit. */
function repository(...parts: readonly string[]): string {
  const path = folder(...parts);
  git(path, 'init', '-q', '-b', 'main');
  git(path, 'commit', '-q', '--allow-empty', '-m', 'first');
  return path;
}

/** The choice in a folder, for a user whose home is elsewhere. */
const chosenIn = (cwd: string, env: NodeJS.ProcessEnv = {}) => {
  const chosen = placeIn(cwd, env);
  if (chosen === undefined) return undefined;
  const { root: _, folder: __, repository: ___, ...named } = chosen;
  return named;
};

/** The same with the place of its files. */
const placeIn = (cwd: string, env: NodeJS.ProcessEnv = {}) =>
  chosenProject(cwd, { HOME: '/nonexistent', ...env });

test('the files of a project are those of its repository, or of the folder that names it', () => {
  const home = temporaryDirectory();
  const root = repository(home, 'shop');
  const below = join(root, 'src', 'pay');
  mkdirSync(below, { recursive: true });
  expect(placeIn(below)).toMatchObject({ project: 'shop', root, folder: below });
  file(join(root, '.memory-vault.json'), '{"project": "till"}');
  expect(placeIn(below)).toMatchObject({ project: 'till', root });
  file(join(root, 'src', '.memory-vault.json'), '{"project": "part"}');
  expect(placeIn(below)).toMatchObject({ project: 'part', root });
  const plain = join(home, 'plain');
  mkdirSync(plain);
  expect(placeIn(plain)).toMatchObject({ project: 'plain', root: plain });
});

test('nobody knows where the files of a project are whose name stands above, or only in a variable', () => {
  const home = temporaryDirectory();
  const root = repository(home, 'api');
  expect(placeIn(root, { VAULT_PROJECT: 'API' })).toMatchObject({ project: 'API', root });
  expect(placeIn(root, { VAULT_PROJECT: 'shop' })?.root).toBeUndefined();
  file(join(home, '.memory-vault.json'), '{"project": "shop"}');
  expect(placeIn(root)).toMatchObject({ project: 'shop', source: 'file' });
  expect(placeIn(root)?.root).toBeUndefined();
  expect(placeIn(home)).toMatchObject({ project: 'shop', root: home });
});

test('no folder or repository is a layer by its name', () => {
  const home = temporaryDirectory();
  expect(placeIn(folder(home, 'Personal'))).toBeUndefined();
  const root = repository(home, 'everywhere');
  expect(placeIn(folder(root, 'src'))).toBeUndefined();
  git(root, 'remote', 'add', 'origin', 'https://github.com/acme/everywhere.git');
  expect(placeIn(root)).toMatchObject({
    project: 'acme/everywhere',
    source: 'remote',
    repository: 'github.com/acme/everywhere',
  });
  file(join(root, '.memory-vault.json'), '{"project": "personal"}');
  expect(placeIn(root)).toMatchObject({ project: 'personal', source: 'file' });
});

test('a home directory in Git is not the repository of what is below it', () => {
  const home = temporaryDirectory();
  git(home, 'init', '-q');
  const folder = join(home, 'work', 'shop');
  mkdirSync(folder, { recursive: true });
  expect(placeIn(folder, { HOME: home })).toMatchObject({ project: 'shop', root: folder });
});

test('what is said comes before what is found', () => {
  const root = repository(temporaryDirectory(), 'checkout');
  expect(chosenIn(root)).toEqual({ project: 'checkout', source: 'worktree' });
  git(root, 'remote', 'add', 'origin', 'https://example.org/acme/shop.git');
  expect(chosenIn(root)).toEqual({ project: 'shop', source: 'remote' });
  file(join(root, '.memory-vault.json'), '\uFEFF{"project": " Till "}\r\n');
  expect(chosenIn(root)).toEqual({ project: 'Till', source: 'file' });
  expect(chosenIn(root, { VAULT_PROJECT: 'named' })).toEqual({ project: 'named', source: 'env' });
  expect(chosenIn(root, { VAULT_PROJECT: ' ' })).toMatchObject({ source: 'file' });
});

test('folders below have the project of the nearest file and of their repository', () => {
  const root = repository(temporaryDirectory(), 'shop');
  const inner = folder(root, 'packages', 'till');
  expect(chosenIn(inner)).toEqual({ project: 'shop', source: 'worktree' });
  file(join(root, '.memory-vault.json'), '{"project": "all"}');
  expect(chosenIn(inner)).toEqual({ project: 'all', source: 'file' });
  file(join(root, 'packages', '.memory-vault.json'), '{"project": "packages"}');
  expect(chosenIn(inner)).toEqual({ project: 'packages', source: 'file' });
});

test.each([
  ['{"project": ', 'is not JSON'],
  ['{"project": 7}', 'names no project'],
  ['{"project": ""}', 'names no project'],
  [`{"project": "${'x'.repeat(201)}"}`, 'names no project'],
])(
  'a broken file is named in a warning, and the project is chosen without it: %s',
  (text, says) => {
    const root = repository(temporaryDirectory(), 'shop');
    const path = join(root, '.memory-vault.json');
    file(path, text);
    const chosen = chosenIn(root);
    expect(chosen).toMatchObject({ project: 'shop', source: 'worktree' });
    expect(chosen?.warning).toContain(says);
    expect(chosen?.warning).toContain(realpathSync(path));
  },
);

test('a file that is no plain file is named in a warning, and no goal is kept', () => {
  const root = repository(temporaryDirectory(), 'shop');
  folder(root, '.memory-vault.json');
  const chosen = chosenIn(root);
  expect(chosen).toMatchObject({ project: 'shop', source: 'worktree', goal: false });
  expect(chosen?.warning).toContain('.memory-vault.json cannot be read');
});

test('a file that names no project says nothing of it', () => {
  const root = repository(temporaryDirectory(), 'shop');
  for (const text of ['{"goal": true}', '[]', 'null', '3']) {
    file(join(root, '.memory-vault.json'), text);
    expect(chosenIn(root)).toEqual({ project: 'shop', source: 'worktree' });
  }
});

test.each([
  ['false', false],
  ['{}', {}],
  ['{"tokens": 5000}', { tokens: 5000 }],
  ['{"parts": ["newest", "pinned"]}', { parts: ['newest', 'pinned'] }],
])('a file says what agents are told at the start: %s', (start, expected) => {
  const root = repository(temporaryDirectory(), 'shop');
  file(join(root, '.memory-vault.json'), `{"start": ${start}}`);
  for (const env of [{}, { VAULT_PROJECT: 'other' }])
    expect(chosenIn(root, env)).toMatchObject({ start: expected });
  expect(chosenIn(root)?.warning).toBeUndefined();
});

test.each([
  '[]',
  '1500',
  'null',
  '"summary"',
  '{"tokens": 299}',
  '{"tokens": 5001}',
  '{"tokens": "800"}',
  '{"parts": []}',
  '{"parts": ["oldest"]}',
  '{"parts": ["newest", "newest"]}',
  '{"limit": 5}',
])('what nobody can follow of it is named in a warning, and left out: %s', (start) => {
  const root = repository(temporaryDirectory(), 'shop');
  file(join(root, '.memory-vault.json'), `{"start": ${start}, "project": 7}`);
  const { start: read, warning, doubt } = chosenIn(root) ?? {};
  expect(read).toBeUndefined();
  expect(doubt).toBe('file');
  expect(warning).toMatch(/ names no project: .*; .* has a wrong "start": it must be /);
  const named = chosenIn(root, { VAULT_PROJECT: 'till' });
  expect(named).toMatchObject({ project: 'till', doubt: 'file' });
  expect(named?.warning).toMatch(/^[^;]* has a wrong "start"/);
});

test.each([
  ['https://example.org/acme/shop.git', 'shop'],
  ['https://example.org/acme/shop/', 'shop'],
  ['https://user:secret@example.org/acme/shop.git?token=secret#secret', 'shop'],
  ['git@example.org:shop.git', 'shop'],
  ['git@example.org:acme/shop', 'shop'],
  ['ssh://git@example.org:22/acme/shop.git', 'shop'],
  ['/srv/git/shop.git', 'shop'],
  ['/srv/shop/.git', 'shop'],
  ['../shop', 'shop'],
  ['C:\\work\\shop.git', 'shop'],
  ['file:///srv/shop', 'shop'],
  // Nothing of an account or a host becomes a name.
  ['https://secret@example.org', undefined],
  ['https://example.org/', undefined],
  ['..', undefined],
])('the remote %s is the project %s', (url, project) => {
  const root = repository(temporaryDirectory(), 'folder');
  git(root, 'remote', 'add', 'origin', url);
  expect(chosenIn(root)).toEqual(
    project ? { project, source: 'remote' } : { project: 'folder', source: 'worktree' },
  );
});

test('the remote origin comes before others, and any before none', () => {
  const root = repository(temporaryDirectory(), 'folder');
  git(root, 'remote', 'add', 'fork', 'https://example.org/me/fork.git');
  expect(chosenIn(root)).toMatchObject({ project: 'fork' });
  git(root, 'remote', 'add', 'origin', 'https://example.org/acme/shop.git');
  expect(chosenIn(root)).toMatchObject({ project: 'shop' });
});

test('a configuration is read as Git reads it, and what it includes is not', () => {
  const root = repository(temporaryDirectory(), 'folder');
  const config = (text: string) => file(join(root, '.git', 'config'), text);
  config('[remote "origin"]\r\n\turl = https://example.org/crlf.git\r\n');
  expect(chosenIn(root)).toMatchObject({ project: 'crlf' });
  config('[Remote "origin"] URL = "https://example.org/quoted.git" ; said\n');
  expect(chosenIn(root)).toMatchObject({ project: 'quoted' });
  config('[branch "origin"]\nurl = x/branch\n[remote "a"]\nurl = x/plain # said\n');
  expect(chosenIn(root)).toMatchObject({ project: 'plain' });
  file(join(root, 'more'), '[remote "origin"]\nurl = x/included\n');
  config('[include]\npath = ../more\n');
  expect(chosenIn(root)).toMatchObject({ project: 'folder' });
  config(`[remote "origin"]\nurl = ${'x/'.repeat(100_000)}\n`);
  expect(chosenIn(root)).toMatchObject({ project: 'folder' });
});

test('a fork is the project of its original, unless it has another name', () => {
  const root = repository(temporaryDirectory(), 'fork');
  git(root, 'remote', 'add', 'origin', 'git@github.com:me/Shop.git');
  git(root, 'remote', 'add', 'upstream', 'https://github.com/acme/shop.git');
  const repositoryIn = () => chosenProject(root, {})?.repository;
  expect(repositoryIn()).toBe('github.com/acme/shop');
  for (const other of ['https://github.com/acme/store.git', '/srv/git/shop.git']) {
    git(root, 'remote', 'set-url', 'upstream', other);
    expect(repositoryIn()).toBe('github.com/me/Shop');
  }
  git(root, 'remote', 'remove', 'upstream');
  expect(repositoryIn()).toBe('github.com/me/Shop');
});

test('a linked worktree has the name of the main one, or its remote', () => {
  const home = temporaryDirectory();
  const root = repository(home, 'shop');
  git(root, 'worktree', 'add', '-q', join(home, 'trial'));
  const inner = folder(home, 'trial', 'src');
  expect(chosenIn(inner)).toEqual({ project: 'shop', source: 'worktree' });
  git(root, 'remote', 'add', 'origin', 'https://example.org/acme/till.git');
  expect(chosenIn(inner)).toEqual({ project: 'till', source: 'remote' });
});

test.each([
  ['shop.git', 'shop'],
  [join('shop', '.bare'), 'shop'],
])('a worktree of the bare repository %s is %s', (bare, project) => {
  const home = temporaryDirectory();
  const root = repository(home, 'source');
  git(home, 'clone', '-q', '--bare', root, bare);
  git(join(home, bare), 'remote', 'remove', 'origin');
  git(join(home, bare), 'worktree', 'add', '-q', join(home, 'trial'), '-b', 'trial');
  expect(chosenIn(join(home, 'trial'))).toEqual({ project, source: 'worktree' });
});

test('a submodule is a project of its own', () => {
  const home = temporaryDirectory();
  const part = repository(home, 'part');
  const shop = repository(home, 'shop');
  git(shop, 'submodule', 'add', '-q', part, join('libs', 'till'));
  expect(chosenIn(join(shop, 'libs', 'till'))).toEqual({ project: 'part', source: 'remote' });
  git(join(shop, 'libs', 'till'), 'remote', 'remove', 'origin');
  expect(chosenIn(join(shop, 'libs', 'till'))).toEqual({ project: 'till', source: 'worktree' });
});

test('a repository whose data is elsewhere has the name of its folder', () => {
  const home = temporaryDirectory();
  const root = folder(home, 'shop');
  git(root, 'init', '-q', `--separate-git-dir=${join(home, 'data')}`);
  expect(chosenIn(root)).toEqual({ project: 'shop', source: 'worktree' });
});

test('a .git that is no repository is passed by', () => {
  const home = temporaryDirectory();
  file(join(home, 'shop', '.git'), 'gitdir: ../gone\n');
  expect(chosenIn(join(home, 'shop'))).toEqual({ project: 'shop', source: 'cwd' });
  const other = folder(home, 'other', '.git');
  expect(chosenIn(dirname(other))).toEqual({ project: 'other', source: 'cwd' });
  execFileSync('mkfifo', [join(folder(home, 'pipe'), '.git')]);
  expect(chosenIn(join(home, 'pipe'))).toEqual({ project: 'pipe', source: 'cwd' });
});

test('a folder outside any repository has its own name, also behind a link', () => {
  const home = temporaryDirectory();
  folder(home, 'notes');
  symlinkSync(join(home, 'notes'), join(home, 'link'));
  expect(chosenIn(join(home, 'notes'))).toEqual({ project: 'notes', source: 'cwd' });
  expect(chosenIn(join(home, 'link'))).toEqual({ project: 'notes', source: 'cwd' });
  expect(chosenIn(join(home, 'gone'))).toEqual({ project: 'gone', source: 'cwd' });
});

test('the home directory and / are no project, not even as a repository', () => {
  const HOME = repository(temporaryDirectory(), 'me');
  git(HOME, 'remote', 'add', 'origin', 'https://example.org/me/dotfiles.git');
  expect(chosenIn('/')).toBeUndefined();
  expect(chosenIn(HOME, { HOME })).toBeUndefined();
  expect(chosenIn(folder(HOME, 'notes'), { HOME })).toEqual({ project: 'notes', source: 'cwd' });
  expect(chosenIn(HOME, { HOME, VAULT_PROJECT: 'mine' })).toMatchObject({ project: 'mine' });
});

test('a folder of several repositories is a warning that says what to do', () => {
  const home = temporaryDirectory();
  const work = folder(home, 'work');
  repository(work, 'shop');
  expect(chosenIn(work)).toEqual({ project: 'work', source: 'cwd' });
  repository(work, 'till');
  const chosen = chosenIn(work);
  expect(chosen).toMatchObject({ project: 'work', source: 'cwd' });
  expect(chosen?.warning).toContain('several repositories');
  expect(chosen?.warning).toContain('.memory-vault.json');
  file(join(work, '.memory-vault.json'), '{"project": "all"}');
  expect(chosenIn(work)).toEqual({ project: 'all', source: 'file' });
});

test('a folder that the agent names comes before those of its variables, and these before its own', () => {
  const home = temporaryDirectory();
  const [root, other, cursor, claude, own] = ['root', 'other', 'cursor', 'claude', 'own'].map(
    (name) => folder(home, name),
  ) as [string, string, string, string, string];
  const env = {
    HOME: home,
    WORKSPACE_FOLDER_PATHS: `${cursor},${other}`,
    CLAUDE_PROJECT_DIR: claude,
  };
  const in_ = (roots: readonly string[], more: NodeJS.ProcessEnv) =>
    chosenProject(own, more, roots)?.project;
  expect(in_([`file://${root}`], env)).toBe('root');
  expect(in_([home, `file://${root}`], env)).toBe('root');
  expect(in_([], env)).toBe('cursor');
  expect(in_([], { ...env, WORKSPACE_FOLDER_PATHS: `\${workspaceFolder}` })).toBe('claude');
  expect(in_([], { HOME: home, CLAUDE_PROJECT_DIR: home })).toBe('own');
  expect(in_([root], { ...env, VAULT_PROJECT: 'named' })).toBe('named');
  expect(chosenProject(home, { HOME: home }, [home, '/'])).toBeUndefined();
  expect(chosenProject(undefined, { HOME: home })).toBeUndefined();
});

test('several folders with several projects share that of the first, with a warning', () => {
  const home = temporaryDirectory();
  const roots = [folder(home, 'a'), folder(home, 'b')];
  const chosen = chosenProject(undefined, { HOME: home }, roots);
  expect(chosen).toMatchObject({ project: 'a', doubt: 'several' });
  expect(chosen?.warning).toContain('set VAULT_PROJECT');
  expect(chosenProject(undefined, { HOME: home }, [roots[0] ?? '', roots[0] ?? ''])?.doubt).toBe(
    undefined,
  );
  const alike = ['acme', 'else'].map((owner) => checkoutOf(`github.com/${owner}/api`));
  expect(chosenProject(undefined, { HOME: home }, alike)).toMatchObject({
    repository: 'github.com/acme/api',
    doubt: 'several',
  });
});

test.each(['.', '..', 'x'.repeat(201), `\${workspaceFolderBasename}`])(
  'VAULT_PROJECT=%s names no project, and another one is chosen',
  (name) => {
    const chosen = chosenIn(folder(temporaryDirectory(), 'shop'), { VAULT_PROJECT: name });
    expect(chosen).toMatchObject({ project: 'shop', source: 'cwd' });
    expect(chosen?.warning).toEqual(
      name.startsWith('$')
        ? undefined
        : expect.stringContaining('VAULT_PROJECT is not a valid name'),
    );
  },
);

test.each([
  ['https://dev.azure.com/acme/My%20Project/_git/My%20Shop', 'My Shop'],
  ['https://example.org/acme/caf%C3%A9.git', 'café'],
  ['https://example.org/acme/50%.git', '50%'],
  ['https://example.org/acme/..%2f..%2fshop', 'shop'],
  ['https://example.org/acme/%2e%2e', undefined],
])('the percent-encoded remote %s is the project %s', (url, project) => {
  const root = repository(temporaryDirectory(), 'folder');
  git(root, 'remote', 'add', 'origin', url);
  expect(chosenIn(root)?.project).toBe(project ?? 'folder');
});

test('settings in the encodings of Windows are read, and a configuration of Git in any', () => {
  const root = repository(temporaryDirectory(), 'folder');
  const config = '[user]\nname = J\xf6rg\n[remote "origin"]\nurl = x/shop\n';
  writeFileSync(join(root, '.git', 'config'), config, 'latin1');
  expect(chosenIn(root)).toMatchObject({ project: 'shop' });
  writeFileSync(join(root, '.memory-vault.json'), '\ufeff{"project":"till"}', 'utf16le');
  expect(chosenIn(root)).toMatchObject({ project: 'till', source: 'file' });
  writeFileSync(join(root, '.memory-vault.json'), '{"project":"J\xf6rg"}', 'latin1');
  expect(chosenIn(root)).toMatchObject({ project: 'shop', doubt: 'file' });
});
