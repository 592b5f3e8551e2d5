import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

const kindOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** Whether an address is in one of these networks, each as `10.0.0.0/8`. An IPv4 address that is written as IPv6 is checked as what it is. */
export function inNetworks(...networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    list.addSubnet(address, Number(bits), kindOf(address));
  }
  return (address) => list.check(address, kindOf(address));
}

/**
 * Looks up a name for a connection, which then uses the address that was checked: asking twice could give two answers. Fails with
 * what `refusal` makes of a name where one of its addresses is not to be reached.
 */
export function lookupWhere(
  mayReach: (address: string) => boolean,
  refusal: (name: string) => Error,
): LookupFunction {
  return (name, options, done) => {
    lookup(name, { ...options, all: true }, (error, found) => {
      if (error) return done(error, '', 0);
      const [first] = found;
      if (!first || !found.every(({ address }) => mayReach(address)))
        return done(refusal(name), '', 0);
      if (options.all) return done(null, found);
      done(null, first.address, first.family);
    });
  };
}

/** Networks in which no public service is: RFC 6890, and what carries an IPv4 address in one of IPv6. */
const isNotPublic4 = inNetworks(
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
);

/** Of IPv6, only what is given out for the public, without networks that lead elsewhere. */
const isPublic6 = inNetworks('2000::/3');
const isElsewhere6 = inNetworks('2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20');

/** Whether an address is one of the public internet, and none of this machine or of a network behind it. */
export function isPublicAddress(address: string): boolean {
  const kind = isIP(address);
  if (kind === 4) return !isNotPublic4(address);
  return kind === 6 && isPublic6(address) && !isElsewhere6(address);
}

/** Looks a name up for a connection to the public internet. */
export const publicLookup = lookupWhere(
  isPublicAddress,
  (name) => new Error(`${name} has an address that is not public`),
);
