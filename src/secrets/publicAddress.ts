import { lookup as resolve } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Networks in which no public service is: RFC 6890, and what carries an IPv4 address in one of IPv6. */
const NOT_PUBLIC = new BlockList();
for (const network of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
]) {
  const [address = '', bits] = network.split('/');
  NOT_PUBLIC.addSubnet(address, Number(bits), 'ipv4');
}

/** Of IPv6, only what is given out for the public (2000::/3), without networks that lead elsewhere. */
const PUBLIC_6 = new BlockList();
PUBLIC_6.addSubnet('2000::', 3, 'ipv6');
const ELSEWHERE_6 = new BlockList();
for (const [address, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  ELSEWHERE_6.addSubnet(address, bits, 'ipv6');

/** Whether an address is one of the public internet, and none of this machine or of a network behind it. */
export function isPublicAddress(address: string): boolean {
  const kind = isIP(address);
  if (kind === 4) return !NOT_PUBLIC.check(address, 'ipv4');
  return kind === 6 && PUBLIC_6.check(address, 'ipv6') && !ELSEWHERE_6.check(address, 'ipv6');
}

/** Looks up a name for a connection, which then uses the address that was checked: asking twice could give two answers. */
export const publicLookup: LookupFunction = (name, options, done) => {
  resolve(name, { ...options, all: true }, (error, found) => {
    if (error) return done(error, '', 0);
    const [first] = found;
    if (!first || found.some(({ address }) => !isPublicAddress(address)))
      return done(new Error(`${name} has an address that is not public`), '', 0);
    if (options.all) return done(null, found);
    done(null, first.address, first.family);
  });
};
