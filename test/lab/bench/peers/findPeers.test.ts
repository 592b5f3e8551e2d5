import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, relative } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { commitIn, findPeers } from '../../../../lab/bench/peers/findPeers.js';

const COMMIT = 'dc2693c00088c14a50f9432fd38fbab25a703da4';
const folder = mkdtempSync(join(tmpdir(), 'vault-peers-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function program(name: string): string {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\n# vcs.revision=${COMMIT}\n`);
  chmodSync(path, 0o755);
  return path;
}

const namesOf = (env: NodeJS.ProcessEnv) => findPeers(env).found.map(({ peer }) => peer.name);

test('a program is taken from its variable, else from the PATH, and what is missing is left out with its variable', () => {
  const KORVA_VAULT = program('some-korva');
  expect(namesOf({ KORVA_VAULT, PATH: '' })).toEqual(['Memory Vault', 'Korva']);
  expect(findPeers({ KORVA_VAULT }).missing).toEqual([
    'engram was not there: build engram from Gentleman-Programming/engram and name its path in ENGRAM, or put it on the PATH.',
  ]);
  program('engram');
  const PATH = ['/nowhere', folder].join(delimiter);
  expect(namesOf({ KORVA_VAULT: '', PATH })).toEqual(['Memory Vault', 'engram']);
});

test('a path from here is found from elsewhere, too', () => {
  const path = program('some-korva');
  const [, korva] = findPeers({ KORVA_VAULT: relative(process.cwd(), path), PATH: '' }).found;
  expect(korva?.path).toBe(path);
});

test('without any other program this service is there alone', () => {
  expect(namesOf({ PATH: '' })).toEqual(['Memory Vault']);
  expect(findPeers({ PATH: '' }).missing).toHaveLength(2);
});

test('a path that is no program is an error', () => {
  mkdirSync(join(folder, 'directory'));
  for (const name of ['nothing', 'directory']) {
    const ENGRAM = join(folder, name);
    expect(() => findPeers({ ENGRAM, PATH: '' })).toThrow(
      `ENGRAM names ${ENGRAM}, which is no program`,
    );
  }
});

test('the commit of a program is the one that Go wrote into it', () => {
  expect(commitIn(`\0vcs.revision=${COMMIT}\nvcs.modified=false`)).toBe('commit dc2693c00088');
  expect(commitIn(`vcs.revision=${COMMIT} vcs.modified=true`)).toBe('commit dc2693c00088, changed');
  expect(commitIn('built elsewhere')).toBe('unknown commit');
});
