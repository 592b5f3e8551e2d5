import { expect, test } from 'vitest';
import { webhookInWords } from '../../src/domain/webhookWords.js';

const NOW = Date.parse('2026-11-20T09:30:00Z');
const SENDING = { state: 'sending', lag: 0, next_try_at: null, last_error: null } as const;
const FAILING = { ...SENDING, state: 'failing', lag: 12, last_error: 'answered 503' } as const;

test.each([
  [SENDING, 'up to date'],
  [{ ...SENDING, lag: 3 }, '3 behind'],
  [
    { ...FAILING, next_try_at: '2026-11-20T09:30:40Z' },
    '12 behind; next try in 40 s: answered 503',
  ],
  [
    { ...FAILING, next_try_at: '2026-11-20T09:40:00Z' },
    '12 behind; next try in 10 min: answered 503',
  ],
  [{ ...FAILING, next_try_at: '2026-11-20T15:30:00Z' }, '12 behind; next try in 6 h: answered 503'],
  [
    { ...FAILING, next_try_at: '2026-11-20T09:29:59Z' },
    '12 behind; trying again now: answered 503',
  ],
  [{ ...FAILING, state: 'gone' as const }, 'ended by its receiver, which answered 410'],
])('how a webhook stands is said in words: %j', (webhook, words) => {
  expect(webhookInWords(webhook, NOW)).toBe(words);
});
