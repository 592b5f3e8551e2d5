import { expect, test } from 'vitest';
import { answerFailure, networkFailure, parseRetryAfter } from '../../src/hive/hiveClient.js';

test.each([
  [302, 'set VAULT_HIVE_URL to that URL'],
  [400, 'upgrade the older of the two'],
  [401, 'Ask the owner of the hub for a new key, and set VAULT_HIVE_KEY'],
  [403, 'VAULT_ALLOWED_HOSTS'],
  [404, 'issue a key on the hub'],
  [409, 'points to this vault itself'],
  [418, 'check that VAULT_HIVE_URL is a Memory Vault'],
  [429, 'VAULT_RATE_LIMIT'],
  [503, 'see the log of the hub'],
])('HTTP %i gives a reason that says what to do', (status, advice) => {
  const failure = answerFailure(new Response(null, { status }), 'a_code', 0, '');
  expect(failure.reason).toContain(advice);
  expect(failure).toMatchObject({ status, error: `HTTP ${status} a_code` });
});

test('a key of another vault gives a reason with the vault for which the owner has to issue one', () => {
  const failure = answerFailure(new Response(null, { status: 403 }), 'forbidden', 0, 'abc123');
  expect(failure.reason).toMatch(/VAULT_HIVE_KEY is bound .* for this origin, abc123$/);
});

test('a network error is reported by its code, never by its message', () => {
  const cause = Object.assign(new Error('connect to secret.example'), { code: 'ECONNREFUSED' });
  expect(networkFailure(new TypeError('fetch failed', { cause }))).toMatchObject({
    error: 'ECONNREFUSED',
    reason: expect.stringContaining('cannot be reached'),
  });
  const timeout = new DOMException('secret', 'TimeoutError');
  expect(networkFailure(timeout).error).toBe('TimeoutError');
  expect(networkFailure('secret').error).toBe('unknown error');
});

test.each([
  ['120', 120_000],
  ['0', 0],
  ['Thu, 01 Jan 1970 00:01:00 GMT', 60_000],
  ['Wed, 31 Dec 1969 23:59:00 GMT', 0],
  ['soon', undefined],
  [null, undefined],
])('Retry-After: %s means %s ms', (header, ms) => {
  expect(parseRetryAfter(header, 0)).toBe(ms);
  const headers = new Headers();
  if (header !== null) headers.set('retry-after', header);
  expect(
    answerFailure(new Response(null, { status: 503, headers }), undefined, 0, '').retryAfter,
  ).toBe(ms);
});
