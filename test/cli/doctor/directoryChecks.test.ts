import { expect, test } from 'vitest';
import {
  clockCheck,
  type DirectoryFacts,
  directoryChecks,
  letsStart,
  TIGHTEN,
} from '../../../src/cli/doctor/directory.js';
import { directory } from './facts.js';

const states = (other: Partial<DirectoryFacts>) =>
  Object.fromEntries(directoryChecks(directory(other)).map(({ name, state }) => [name, state]));

test('a private directory on a disk with room is ok', () => {
  expect(states({})).toEqual({ place: 'ok', permissions: 'ok', disk: 'ok' });
});

test.each(['missing', 'no-vault'] as const)('a directory that is %s is to look at', (place) => {
  expect(directoryChecks(directory({ place }))[0]).toMatchObject({
    name: 'place',
    state: 'warn',
    type: 'memory-vault serve',
  });
});

test('what others may read is wrong, named, and can be mended', () => {
  const loose = { open: ['/home/ada/vault/log.db'], foreign: [] };
  expect(directoryChecks(directory({ loose }))).toContainEqual({
    name: 'permissions',
    state: 'wrong',
    type: 'memory-vault doctor --fix',
    says: 'other users of this machine may use 1 path of the vault: /home/ada/vault/log.db',
    fix: TIGHTEN,
  });
});

test('what belongs to another user, or a directory that is not safe, is wrong', () => {
  expect(states({ loose: { open: [], foreign: ['/v/log.db'] } })).toMatchObject({ owner: 'wrong' });
  const unsafe = { message: 'every user may write', next: 'run chmod' };
  const checks = directoryChecks(directory({ unsafe, loose: { open: [], foreign: ['/v'] } }));
  expect(checks.filter(({ name }) => name === 'owner')).toEqual([
    { name: 'owner', state: 'wrong', says: 'every user may write. Next: run chmod' },
  ]);
});

test('where a directory cannot be used, made or written, nobody is told to start a service', () => {
  const unsafe = { message: 'it is read-only', next: 'make it writable' };
  const full = { freeBytes: 1000, kind: 0xef53 };
  const log = { code: 'file_damaged', message: 'log.db is damaged', next: 'verify' } as const;
  for (const place of ['missing', 'no-vault', 'vault'] as const)
    for (const fault of [{ unsafe }, { disk: full }, ...(place === 'missing' ? [] : [{ log }])]) {
      const checks = directoryChecks(directory({ place, ...fault }));
      expect(letsStart(checks)).toBe(false);
      expect(checks.filter(({ state }) => state !== 'ok')).toHaveLength(1);
    }
});

test('what cannot be looked at is unknown', () => {
  expect(states({ loose: undefined, disk: undefined })).toMatchObject({
    permissions: 'unknown',
    disk: 'unknown',
  });
});

test('Windows has no such permissions', () => {
  expect(states({ platform: 'win32', loose: undefined })).toEqual({ place: 'ok', disk: 'ok' });
});

test.each([
  [300_000_000, 1000, 'ok'],
  [100_000_000, 1000, 'warn'],
  [300_000_000, 200_000_000, 'warn'],
  [1000, 1000, 'wrong'],
])('%d free bytes beside a views.db of %d are %s', (freeBytes, viewsBytes, disk) => {
  expect(states({ disk: { freeBytes, kind: 0xef53 }, viewsBytes })).toMatchObject({ disk });
});

test.each([
  [0x6969, 'network'],
  [0xff534d42, 'network'],
  [0x01021994, 'memory'],
  [0x794c7630, 'container'],
])('the file system %d is warned of: %s', (kind, word) => {
  const checks = directoryChecks(directory({ disk: { freeBytes: 80e9, kind } }));
  expect(checks.at(-1)).toMatchObject({
    name: 'file system',
    state: 'warn',
    says: expect.stringContaining(word),
  });
});

test('a number means such a file system on Linux alone', () => {
  const disk = { freeBytes: 80e9, kind: 0x6969 };
  expect(states({ disk, platform: 'darwin' })).not.toHaveProperty('file system');
});

test('a clock is ok, or wrong when it jumped or is behind', () => {
  const state = (clock: DirectoryFacts['clock']) => clockCheck({ clock }).state;
  expect(state({ state: 'right' })).toBe('ok');
  expect(state({ state: 'jumped', ms: 9e8 })).toBe('wrong');
  expect(state({ state: 'behind', ms: 9e8 })).toBe('wrong');
});
