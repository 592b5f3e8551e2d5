import { expect, test } from 'vitest';
import { type UpkeepFacts, upkeepChecks } from '../../../src/cli/doctor/upkeep.js';
import { DAY, NOW } from './facts.js';

const old: UpkeepFacts = { signedAt: undefined, madeAt: NOW - 100 * DAY, now: NOW };
const states = (facts: UpkeepFacts) =>
  Object.fromEntries(upkeepChecks(facts).map(({ name, state }) => [name, state]));

test('no vault should be without a whole check and a backup; a young one needs no checkpoint yet', () => {
  const young = { verify: 'warn', checkpoint: 'ok', backup: 'warn' };
  expect(states({ ...old, madeAt: NOW - DAY })).toEqual(young);
  expect(states(old)).toEqual({ verify: 'warn', checkpoint: 'warn', backup: 'warn' });
});

test.each([
  [6, { verify: 'ok', checkpoint: 'ok', backup: 'ok' }],
  [8, { verify: 'ok', checkpoint: 'ok', backup: 'warn' }],
  [31, { verify: 'warn', checkpoint: 'warn', backup: 'warn' }],
])('what was done %d days ago', (days, expected) => {
  const at = NOW - days * DAY;
  const done = { verified: { at, ok: true, events: 1 }, backedUp: { at, events: 1 }, signedAt: at };
  expect(states({ ...old, ...done })).toEqual(expected);
});

test('each says when it was last done and what to type', () => {
  const [verify, , backup] = upkeepChecks({
    ...old,
    backedUp: { at: NOW - 10 * DAY, events: 3 },
  });
  expect(verify).toMatchObject({ type: 'memory-vault verify' });
  expect(verify?.says).toContain('never verified');
  expect(backup).toMatchObject({ type: 'memory-vault backup' });
  expect(backup?.says).toContain('10 days ago');
});

test('a verification that found something is wrong, however long ago', () => {
  const verified = { at: NOW - DAY, ok: false, events: 3, kinds: ['hash'] };
  expect(upkeepChecks({ ...old, verified })[0]).toMatchObject({
    name: 'verify',
    state: 'wrong',
    type: 'memory-vault verify',
  });
  expect(upkeepChecks({ ...old, verified: { ...verified, kinds: ['views'] } })[0]).toMatchObject({
    name: 'verify',
    state: 'wrong',
    type: 'memory-vault rebuild',
  });
});

test('what the service has checked by itself counts, and what it has found is wrong', () => {
  const checked = { at: NOW - DAY, events: 3 };
  expect(states({ ...old, checked }).verify).toBe('ok');
  const [verify] = upkeepChecks({ ...old, checked: { ...checked, fault: 'event 2 is not as …' } });
  expect(verify).toMatchObject({ state: 'wrong', type: 'memory-vault verify' });
  expect(verify?.says).toContain('event 2 is not as …');
});
