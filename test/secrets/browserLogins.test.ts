import { expect, test } from 'vitest';
import { browserLogins } from '../../src/secrets/browserLogins.js';
import { testClock } from '../support/testApp.js';

const name = 'memory-vault-7437';
const OWNER = { kind: 'owner', hash: 'a'.repeat(64) } as const;
const MEMBER = { kind: 'member', hash: 'b'.repeat(64) } as const;

test('a login lasts for 8 hours, whatever is done with it', () => {
  const clock = testClock();
  const logins = browserLogins(clock);
  const { value } = logins.open(name, OWNER);
  clock.advance(8 * 3_600_000 - 1);
  expect(logins.find({ name, value })?.holder).toEqual(OWNER);
  clock.advance(1);
  expect(logins.find({ name, value })).toBeUndefined();
});

test('a login does not outlast that of the member', () => {
  const clock = testClock();
  const logins = browserLogins(clock);
  const { value, expiresAt } = logins.open(name, MEMBER, clock() + 1000);
  expect(expiresAt).toBe(clock() + 1000);
  clock.advance(1000);
  expect(logins.find({ name, value })).toBeUndefined();
});

test('a cookie works under the name that it was given for', () => {
  const logins = browserLogins(testClock());
  const { value } = logins.open(name, OWNER);
  expect(value).toMatch(/^[0-9a-f]{64}$/);
  expect(logins.find({ name: `__Host-${name}`, value })).toBeUndefined();
  expect(logins.find({ name: 'memory-vault-7438', value })).toBeUndefined();
});

test('one person ends only its own oldest login by logging in too often', () => {
  const logins = browserLogins(testClock(), { perHolder: 2, all: 100 });
  const owner = logins.open(name, OWNER);
  const [first, second, third] = [1, 2, 3].map(() => logins.open(name, MEMBER));
  expect(logins.find({ name, value: owner.value })).toBeDefined();
  expect(logins.find({ name, value: first?.value ?? '' })).toBeUndefined();
  for (const kept of [second, third])
    expect(logins.find({ name, value: kept?.value ?? '' })).toBeDefined();
});

test('the number of logins is bounded: a new one ends the oldest', () => {
  const logins = browserLogins(testClock(), { perHolder: 20, all: 3 });
  const opened = [1, 2, 3, 4].map((n) => logins.open(name, { kind: 'member', hash: `${n}` }));
  const isOpen = opened.map(({ value }) => logins.find({ name, value }) !== undefined);
  expect(isOpen).toEqual([false, true, true, true]);
});

test('what has expired takes no place of others', () => {
  const clock = testClock();
  const logins = browserLogins(clock, { perHolder: 20, all: 2 });
  logins.open(name, OWNER, clock() + 1);
  const kept = logins.open(name, MEMBER);
  clock.advance(1);
  logins.open(name, { kind: 'member', hash: 'another' });
  expect(logins.find({ name, value: kept.value })).toBeDefined();
});
