import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { testClient } from '../../support/client.js';
import { testApp } from '../../support/testApp.js';

// The limiter uses the clock of the machine, not that of the vault.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

const STATUS = '/api/v1/status';

/** A client whose limit leaves so many requests to an address after its first. */
const limited = async (requests: number, env: Record<string, string> = {}) =>
  testClient(await testApp({ VAULT_RATE_LIMIT: `${requests + 1}`, ...env }));

const remaining = async (
  client: Awaited<ReturnType<typeof limited>>,
  remoteAddress: string,
  forwarded?: string,
) => {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  const answer = await client.call('GET', STATUS, { remoteAddress, headers });
  return answer.headers['ratelimit-remaining'];
};

test('each address has its own count', async () => {
  const client = await limited(9);
  expect(await remaining(client, '192.0.2.1')).toBe('9');
  expect(await remaining(client, '192.0.2.1')).toBe('8');
  expect(await remaining(client, '192.0.2.2')).toBe('9');
});

test('forwarding headers are ignored by default', async () => {
  const client = await limited(9);
  expect(await remaining(client, '192.0.2.1', '198.51.100.1')).toBe('9');
  expect(await remaining(client, '192.0.2.1', '198.51.100.2')).toBe('8');
});

test('forwarding headers are used from proxies in VAULT_TRUST_PROXY only', async () => {
  const client = await limited(9, { VAULT_TRUST_PROXY: '192.0.2.0/24, 203.0.113.7' });
  expect(await remaining(client, '192.0.2.1', '198.51.100.1')).toBe('9');
  expect(await remaining(client, '203.0.113.7', '198.51.100.1')).toBe('8');
  expect(await remaining(client, '192.0.2.1', '198.51.100.2')).toBe('9');
  // Addresses that the caller itself added are not trusted.
  expect(await remaining(client, '192.0.2.1', '1.2.3.4, 198.51.100.2')).toBe('8');
  expect(await remaining(client, '203.0.113.8', '198.51.100.1')).toBe('9');
  expect(await remaining(client, '203.0.113.8', '198.51.100.9')).toBe('8');
});
