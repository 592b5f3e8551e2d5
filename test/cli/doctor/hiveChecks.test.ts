import { expect, test } from 'vitest';
import { hiveChecks } from '../../../src/cli/doctor/serviceChecks.js';
import { disabledStatus, type HiveStatus } from '../../../src/hive/hiveStatus.js';

const of = (other: Partial<HiveStatus>) =>
  hiveChecks({ hive: { told: { ...disabledStatus('VAULT_HIVE_URL is not set'), ...other } } });

test('a vault without a hub is ok', () => {
  expect(of({})).toEqual([
    { name: 'hive', state: 'ok', says: 'pushes nothing: VAULT_HIVE_URL is not set' },
  ]);
});

test('one that pushes is ok and says when it last succeeded', () => {
  const [check] = of({ state: 'healthy', reason: null, last_pushed_at: '2026-11-20T10:00:00Z' });
  expect(check).toMatchObject({ state: 'ok' });
  expect(check?.says).toContain('last success 2026-11-20T10:00:00Z');
});

test('one that waits after a failure is wrong, with the reason', () => {
  const [check] = of({ state: 'backoff', reason: null, last_error: 'ECONNREFUSED', pending: 3 });
  expect(check).toMatchObject({ state: 'wrong' });
  expect(check?.says).toContain('ECONNREFUSED; nothing has been pushed yet, 3 events waiting');
});

test('notes that the hub refused are to look at', () => {
  expect(of({ state: 'healthy', reason: null, refused: 2 })[1]).toMatchObject({
    name: 'refused',
    state: 'warn',
    type: 'memory-vault hive dry-run',
  });
});

test('a service that does not tell leaves it unknown', () => {
  expect(hiveChecks({ hive: { why: 'no answer within 2 s' } })).toEqual([
    { name: 'hive', state: 'unknown', says: 'no answer within 2 s' },
  ]);
});
