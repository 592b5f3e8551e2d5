import { fc, test as property } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import { claimOf, contradictions, noteClaim } from '../../src/domain/claim.js';

test.each([
  ['Retry 3 times', 'We retry five times: 5', 'nothing'],
  ['Retry 3 times', 'Retries: 5 times', 'number'],
  ['The gateway times out after 30 s', 'Gateway timeouts: after 60s', 'nothing'],
  ['Postgres 15 is the database', 'Our database is now Postgres 17', 'number'],
  ['The cache holds 5,000 entries', 'The cache holds 8,000 entries', 'number'],
  ['Sessions are kept in Redis', 'Sessions are never kept in Redis', 'negation'],
  ["Don't mock the clock", 'Mock the clock', 'negation'],
  ['Deploy on Fridays', 'Do not deploy on Fridays any longer', 'negation'],
  ['Die Kasse rundet auf 5 Cent', 'Die Kasse rundet auf 10 Cent', 'number'],
  ['Freitags deployen', 'Freitags nicht deployen', 'negation'],
  ['Retry 3 times', 'Retry 3 times now', 'nothing'],
  ['Fix the till (#12)', 'Fix the till (#13)', 'nothing'],
  ['SHOP-12: the till rounds', 'SHOP-14: the till rounds', 'nothing'],
  ['Notes of release v1.2.3', 'Notes of release v1.2.4', 'nothing'],
  ['Retry webhooks 3 times', 'Retry payments 5 times', 'nothing'],
  ["We can't mock the clock", 'We can mock the clock', 'negation'],
  ["The till hasn't a drawer", 'The till has a drawer', 'negation'],
  ['缓存不使用密钥', '缓存不使用密钥', 'nothing'],
  ['The service is 10.0.0.5', 'Our service is 10.0.0.6', 'nothing'],
  ['The host of staging is 10.0.0.5', 'The staging host is 10.0.0.6', 'number'],
  ['The cache holds 1,000 entries', 'The cache holds 1000 entries', 'nothing'],
  ['Timeout of the gateway: 5s', 'Timeout of the gateway: 5 s', 'nothing'],
  ['The job starts at 02:00', 'The job starts at 2:00', 'nothing'],
  ['Open the ports 80 and 443', 'Ports 443 and 80 are open', 'nothing'],
  ['Sprint 12 retrospective', 'Sprint 13 retrospective', 'nothing'],
  ['Standup of 2026-01-30', 'Standup of 2026-01-31', 'nothing'],
  ['Budget of the Q3 campaign', 'Budget of the Q4 campaign', 'nothing'],
  ['Routes of users begin with /v1', 'Routes of users begin with /v2', 'nothing'],
  ['We won the tender of the city', 'We lost the tender of the city', 'nothing'],
])('%s, %s: %s', (one, other, expected) => {
  const differ = contradictions(claimOf(one), claimOf(other));
  expect(differ).toEqual(contradictions(claimOf(other), claimOf(one)));
  expect(differ).toEqual(['number', 'negation'].includes(expected) ? [expected] : []);
});

test('what was done, what is small and what says too little claims nothing', () => {
  const said = { title: 'Retry webhooks 3 times', bytes: 200 };
  expect(noteClaim({ type: 'decision', ...said })).toBe(noteClaim({ type: 'learning', ...said }));
  expect(noteClaim({ type: 'decision', ...said })).toBeGreaterThan(0);
  expect(noteClaim({ type: 'bugfix', ...said })).toBeNull();
  expect(noteClaim({ type: 'context', ...said, bytes: 3 })).toBeNull();
  expect(noteClaim({ type: 'decision', title: 'Retry', bytes: 200 })).toBeNull();
});

property.prop([fc.string({ unit: 'grapheme', maxLength: 60 })])(
  'a claim has each word once, in order',
  (text) => {
    const { words } = claimOf(text);
    expect(words).toEqual([...new Set(words)].sort());
    expect(words.some((word) => /\p{N}/u.test(word))).toBe(false);
  },
);
