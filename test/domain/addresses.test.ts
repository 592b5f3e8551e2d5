import { expect, test } from 'vitest';
import { isPublicAddress, publicLookup } from '../../src/domain/addresses.js';

test.each(['8.8.8.8', '1.1.1.1', '2606:4700:4700::1111', '2a00:1450:4001:82f::200e'])(
  '%s is of the public internet',
  (address) => expect(isPublicAddress(address)).toBe(true),
);

test.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '169.254.169.254',
  '172.31.255.255',
  '192.168.0.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:10.0.0.1',
  '::ffff:7f00:1',
  '64:ff9b::7f00:1',
  'fc00::1',
  'fe80::1',
  'ff02::1',
  '2001:db8::1',
  '2002:7f00:1::',
  'vault.example',
  '127.1',
])('%s is not', (address) => expect(isPublicAddress(address)).toBe(false));

test('a name that leads to this machine is not looked up for a connection', async () => {
  for (const all of [true, false]) {
    const error = await new Promise((done) => publicLookup('localhost', { all }, done));
    expect(String(error)).toContain('localhost has an address that is not public');
  }
});
