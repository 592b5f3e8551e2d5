import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { minuteCounts } from '../../../src/http/door/minuteCounts.js';
import { testApp } from '../../support/testApp.js';
import { testServer } from '../../support/testServer.js';

// The limiter uses the clock of the machine, which must stand still during the requests.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

const PROXY = '192.0.2.1';

async function throughProxy(requests: number) {
  const app = await testApp({ VAULT_RATE_LIMIT: `${requests}`, VAULT_TRUST_PROXY: PROXY });
  const server = await testServer(app);
  const from = (address: string) =>
    server.inject({
      url: '/nowhere',
      remoteAddress: PROXY,
      headers: { 'x-forwarded-for': address },
    });
  return { from };
}

const flooding = (count: number) =>
  Array.from({ length: count }, (_, i) => `10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`);

test('20,000 addresses do not make one that is over its limit new', () => {
  const counts = minuteCounts(20);
  for (let i = 0; i < 20; i++) expect(counts.add('198.51.100.7').isOver).toBe(false);
  expect(counts.add('198.51.100.7').isOver).toBe(true);
  for (const ip of flooding(20_000)) expect(counts.add(ip).isOver).toBe(false);
  expect(counts.add('198.51.100.7').isOver).toBe(true);
  expect(counts.add('203.0.113.9')).toMatchObject({ isOver: false, remaining: 19 });
});

test('requests of many addresses do not make one that is over its limit new', async () => {
  const { from } = await throughProxy(20);
  for (let i = 0; i < 20; i++) expect((await from('198.51.100.7')).statusCode).toBe(404);
  expect((await from('198.51.100.7')).statusCode).toBe(429);
  for (const address of flooding(200)) expect((await from(address)).statusCode).toBe(404);
  expect((await from('198.51.100.7')).statusCode).toBe(429);
  const stranger = await from('203.0.113.9');
  expect(stranger.statusCode).toBe(404);
  expect(stranger.headers['ratelimit-remaining']).toBe('19');
});

test('the addresses of one IPv6 network count as one', async () => {
  const { from } = await throughProxy(20);
  const remaining = async (address: string) => (await from(address)).headers['ratelimit-remaining'];
  expect(await remaining('2001:db8:1:2::1')).toBe('19');
  expect(await remaining('2001:db8:1:2:ffff:ffff:ffff:ffff')).toBe('18');
  expect(await remaining('2001:0DB8:0001:0002::7')).toBe('17');
  expect(await remaining('2001:db8:1:3::1')).toBe('19');
  // The form in which a socket on :: reports an IPv4 address.
  expect(await remaining('::ffff:198.51.100.1')).toBe('19');
  expect(await remaining('198.51.100.1')).toBe('18');
  expect(await remaining('::ffff:198.51.100.2')).toBe('19');
});

test('a forwarded text that is no address is counted as it is', async () => {
  const { from } = await throughProxy(20);
  for (const odd of [
    'unknown',
    '_hidden',
    '1.2.3.4:567',
    '[2001:db8::1]:80',
    'fe80::1%eth0',
    '🦀',
  ]) {
    expect((await from(odd)).statusCode).toBe(404);
  }
});
