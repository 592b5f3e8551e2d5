import { expect, test } from 'vitest';
import { type UpkeepFacts, upkeepChecks } from '../../../src/cli/doctor/upkeepChecks.js';
import { DAY, NOW } from './facts.js';

const old: UpkeepFacts = { signedAt: undefined, madeAt: NOW - 100 * DAY, now: NOW };
const states = (facts: UpkeepFacts) =>
  Object.fromEntries(upkeepChecks(facts).map(({ name, state }) => [name, state]));

test('a young vault needs no verify, checkpoint or backup yet; an old one does', () => {
  const well = { verify: 'ok', checkpoint: 'ok', backup: 'ok' };
  expect(states({ ...old, madeAt: NOW - DAY })).toEqual(well);
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
  expect(verify?.says).toContain('none is known');
  expect(backup).toMatchObject({ type: 'memory-vault backup FILE' });
  expect(backup?.says).toContain('10 days ago');
});

test('a verification that found something is wrong, however long ago', () => {
  const verified = { at: NOW - DAY, ok: false, events: 3, kinds: ['hash'] };
  expect(upkeepChecks({ ...old, verified })[0]).toMatchObject({
    ...{ name: 'verify', state: 'wrong', type: 'memory-vault verify' },
  });
  expect(upkeepChecks({ ...old, verified: { ...verified, kinds: ['views'] } })[0]).toMatchObject({
    ...{ name: 'verify', state: 'wrong', type: 'memory-vault rebuild' },
  });
});
