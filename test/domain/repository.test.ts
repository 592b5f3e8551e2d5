import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  bindingOf,
  freeName,
  namesOfRepository,
  repositoryOfRemote,
  repositoryParts,
} from '../../src/domain/repository.js';

test.each([
  ['https://github.com/Acme/api.git', 'github.com/Acme/api'],
  ['https://www.github.com/Acme/api/', 'github.com/Acme/api'],
  ['https://ada:hunter2@GitHub.com:8443/acme/api', 'github.com/acme/api'],
  ['https://ghp_0123456789:x-oauth-basic@github.com/acme/api?x=1#y', 'github.com/acme/api'],
  ['https://ada:p@ss@github.com/acme/api', 'github.com/acme/api'],
  ['ssh://git@github.com:22/acme/api.git', 'github.com/acme/api'],
  ['ssh://git@ssh.github.com:443/acme/api.git', 'github.com/acme/api'],
  ['git@github.com:acme/api.git', 'github.com/acme/api'],
  ['git@gitlab.com:group/sub/api.git', 'gitlab.com/group/sub/api'],
  ['git@work:acme/api.git', 'acme/api'],
  ['gh:acme/api', 'acme/api'],
  ['ssh://git@work/acme/api', 'acme/api'],
  ['ssh://git@gitlab:2222/acme/api', 'gitlab/acme/api'],
  ['https://git/acme/api', 'git/acme/api'],
  ['http://localhost:3000/acme/api', 'localhost/acme/api'],
  ['git@example.org:api.git', 'example.org/api'],
  ['ada@example.org:~/api.git', 'example.org/api'],
  ['https://example.org/my%20team/my%20shop', 'example.org/my team/my shop'],
  ['https://acme@dev.azure.com/acme/shop/_git/api', 'dev.azure.com/acme/shop/api'],
  ['git@ssh.dev.azure.com:v3/acme/shop/api', 'dev.azure.com/acme/shop/api'],
  ['https://acme.visualstudio.com/shop/_git/api', 'dev.azure.com/acme/shop/api'],
  ['https://acme.visualstudio.com/DefaultCollection/shop/_git/api', 'dev.azure.com/acme/shop/api'],
  ['acme@vs-ssh.visualstudio.com:v3/acme/shop/api', 'dev.azure.com/acme/shop/api'],
  ['https://git.example.org/scm/ACME/api.git', 'git.example.org/ACME/api'],
  ['ssh://git@git.example.org:7999/ACME/api.git', 'git.example.org/ACME/api'],
])('%s is %s', (remote, repository) => {
  expect(repositoryOfRemote(remote)).toBe(repository);
});

test.each([
  '',
  '/srv/git/acme/api.git',
  '../acme/api',
  'C:\\work\\acme\\api',
  'C:/work/acme/api',
  '\\\\server\\acme\\api',
  'file:///srv/git/acme/api.git',
  'https://github.com',
  'https://github.com/',
  'git@work:api.git',
  // A password with a slash: what is behind it is no path.
  'https://ada:123/4@github.com/acme/api',
  'https://ada:12/34@github.com/acme/api',
  'https://github.com/acme/../api',
  'https://github.com/acme/a%2F..%2Fb',
  'https://github.com/acme/%ff',
  'https://github.com/acme/a%00b',
  `https://github.com/acme/${'a'.repeat(200)}`,
])('%s has no identity', (remote) => {
  expect(repositoryOfRemote(remote)).toBeUndefined();
});

test('nothing of an account and a password is in an identity, whatever they are', () => {
  const secret = fc.string({ unit: 'grapheme-ascii', minLength: 1 }).map((text) => `${text}S3cret`);
  fc.assert(
    fc.property(secret, secret, (account, password) => {
      const remote = `https://${account}:${password}@github.com/acme/api.git`;
      expect(repositoryOfRemote(remote) ?? '').not.toContain('S3cret');
    }),
  );
});

test('what is read of a remote is an identity, and it is read in no time', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (remote) => {
      const read = repositoryOfRemote(remote);
      if (read !== undefined) expect(repositoryParts(read)).toBeDefined();
    }),
  );
  for (const piece of ['a@', 'a:', 'a/', '://', '.git', '%20'])
    expect(repositoryOfRemote(`ssh://${piece.repeat(100_000)}`)).toBeUndefined();
});

test('the names of a repository grow until they tell it from all others', () => {
  expect(namesOfRepository('github.com/acme/api')).toEqual([
    'api',
    'acme/api',
    'github.com/acme/api',
  ]);
  expect(namesOfRepository('acme/api')).toEqual(['api', 'acme/api']);
  expect(namesOfRepository('example.org/api')).toEqual(['api', 'example.org/api']);
  // What is left without its host is no address of another one.
  const hidden = 'evil.example/github.com/acme/lib';
  expect(namesOfRepository(hidden)).toEqual(['lib', hidden]);
});

test('no project of a repository is a layer', () => {
  expect(namesOfRepository('github.com/acme/Personal')).toEqual([
    'acme/Personal',
    'github.com/acme/Personal',
  ]);
  expect(namesOfRepository('example.org/everywhere')).toEqual(['example.org/everywhere']);
});

const bound = (repository: string, project: string) => ({ repository, project });

test('a name that another repository has is not free, in whatever case', () => {
  const own = [bound('github.com/acme/api', 'API'), bound('github.com/else/api', 'else/api')];
  const free = (repository: string) =>
    freeName(repository, namesOfRepository(repository), { own, all: [] });
  expect(free('github.com/third/api')).toBe('third/api');
  expect(free('gitlab.com/else/api')).toBe('gitlab.com/else/api');
  expect(free('github.com/ACME/Api')).toBe('Api');
  expect(free('github.com/acme/shop')).toBe('shop');
});

test('who leaves out the host means the same repository, and who names it exactly that one', () => {
  const own = [bound('github.com/acme/api', 'api'), bound('gitlab.com/acme/api', 'other')];
  const of = (repository: string) => bindingOf(repository, { own, all: [] })?.project;
  expect(of('acme/api')).toBe('api');
  expect(of('GitLab.com/acme/API')).toBe('other');
  expect(of('codeberg.org/acme/api')).toBeUndefined();
  expect(of('me/api')).toBeUndefined();
});

test('only a host is left out: no other part, and not that of another host', () => {
  const own = [bound('github.com/acme/lib', 'lib'), bound('gitlab.com/group/sub/mod', 'mod')];
  const of = (repository: string) => bindingOf(repository, { own, all: [] })?.project;
  for (const other of ['evil.example/github.com/acme/lib', 'sub/mod', 'work/acme/lib', 'lib'])
    expect(of(other)).toBeUndefined();
  expect(of('group/sub/mod')).toBe('mod');
});

test('a name without host is that of the first host that comes with it', () => {
  const own = [bound('acme/web', 'web')];
  expect(bindingOf('github.com/acme/web', { own, all: [] })?.project).toBe('web');
  own.push(bound('github.com/acme/web', 'web'));
  expect(bindingOf('gitlab.com/acme/web', { own, all: [] })).toBeUndefined();
  own.push(bound('gitlab.com/acme/shop', 'web'));
  expect(bindingOf('acme/web', { own, all: [] })?.project).toBe('web');
});

test('what is bound behind a wall counts before what is bound for all, and keeps its name', () => {
  const all = [bound('github.com/acme/api', 'api')];
  const own = [bound('github.com/else/api', 'api')];
  expect(bindingOf('github.com/acme/api', { own: [], all })?.project).toBe('api');
  expect(bindingOf('github.com/acme/api', { own, all })).toBeUndefined();
  expect(bindingOf('github.com/else/api', { own, all })?.project).toBe('api');
});
