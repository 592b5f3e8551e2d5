import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { launchHere, stableNode, warningsAbout } from '../../src/setup/launch.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';

const PROGRAMS = { node: '/usr/bin/node', cli: '/opt/vault/dist/cli.js', passive: false };

test('a setting is passed on where it is set, also to its default; a secret or the project never is', () => {
  const env = {
    VAULT_PORT: '7437',
    VAULT_URL: '',
    VAULT_BEARER_TOKEN: 's3cr3t',
    VAULT_ADMIN_KEY: 's3cr3t',
    VAULT_PROJECT: 'checkout',
  };
  expect(launchHere(env, PROGRAMS)).toEqual({
    ...PROGRAMS,
    hook: '/opt/vault/dist/hook.cjs',
    settings: { VAULT_PORT: '7437' },
  });
});

test('settings that lead to another vault are passed on, with absolute paths', () => {
  const env = {
    VAULT_DATA_DIR: 'vault',
    VAULT_PORT: '7440',
    VAULT_HOST: '127.0.0.2',
    VAULT_URL: 'https://vault.example',
    VAULT_BEARER_TOKEN_FILE: 'token',
  };
  expect(launchHere(env, PROGRAMS).settings).toEqual({
    ...env,
    VAULT_DATA_DIR: join(process.cwd(), 'vault'),
    VAULT_BEARER_TOKEN_FILE: join(process.cwd(), 'token'),
  });
});

test('a data directory that XDG_DATA_HOME moved is passed on: an agent may be started without that', () => {
  const { settings } = launchHere({ XDG_DATA_HOME: '/data' }, PROGRAMS);
  expect(settings).toEqual({ VAULT_DATA_DIR: '/data/memory-vault' });
});

test('a line break in a setting is refused: it would end a command line', () => {
  expect(() => launchHere({ VAULT_URL: 'http://a\nrm -rf /' }, PROGRAMS)).toThrow(/VAULT_URL/);
});

test.each([
  ['/home/u/.npm/_npx/1a2b/node_modules/memory-vault/dist/cli.js', {}, /temporary place/],
  [join(tmpdir(), 'clone/dist/cli.js'), {}, /temporary place/],
  [
    '/opt/vault/dist/cli.js',
    { VAULT_BEARER_TOKEN: 'x' },
    /VAULT_BEARER_TOKEN is not written.*VAULT_BEARER_TOKEN_FILE/,
  ],
])('%s with %j gives a warning', (cli, env, warning) => {
  const launch = launchHere({}, { ...PROGRAMS, cli });
  expect(warningsAbout(launch, env)).toEqual([expect.stringMatching(warning)]);
});

test('a good place without a token gives no warning', () => {
  expect(warningsAbout(launchHere({}, PROGRAMS), {})).toEqual([]);
});

/** A Node in a folder of its version, and a link to it or to that folder. */
function nodeWith(folder: string, link: string, target: string) {
  const root = temporaryDirectory();
  const node = join(root, folder, 'node');
  mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(node, '');
  mkdirSync(join(root, link, '..'), { recursive: true });
  symlinkSync(join(root, target), join(root, link));
  return { root, node };
}

test.each([
  ['Homebrew', 'Cellar/node/20.1.0/bin', 'bin/node', 'Cellar/node/20.1.0/bin/node', 'bin/node'],
  [
    'mise',
    'installs/node/20.1.0/bin',
    'installs/node/20',
    'installs/node/20.1.0',
    'installs/node/20/bin/node',
  ],
  [
    'fnm',
    'node-versions/v20.1.0/installation/bin',
    'aliases/default',
    'node-versions/v20.1.0/installation',
    'aliases/default/bin/node',
  ],
])(
  'of a Node that %s keeps by its version, a path is written that an upgrade leaves in place',
  (_who, folder, link, target, stable) => {
    const { root, node } = nodeWith(folder, link, target);
    const env = { PATH: `bin:${join(root, 'none')}:${join(root, 'bin')}` };
    const launch = launchHere(env, { ...PROGRAMS, node });
    expect(launch.node).toBe(join(root, stable));
    expect(warningsAbout(launch, {}).filter((one) => one.includes('one version'))).toEqual([]);
  },
);

test('a Node to which no stable link leads stays, with a warning; a link to another one does not count', () => {
  const { root, node } = nodeWith('versions/v20.1.0/bin', 'bin/node', 'other');
  writeFileSync(join(root, 'other'), '');
  expect(stableNode(node, { PATH: join(root, 'bin') })).toBe(node);
  expect(warningsAbout({ ...launchHere({}, PROGRAMS), node }, {}).join()).toContain(
    'belongs to one version of Node',
  );
});
