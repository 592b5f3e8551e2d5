import { isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { windowCounts } from '../../domain/windowCounts.js';

/** What is left to somebody in this minute. */
export interface Left {
  readonly isOver: boolean;
  readonly remaining: number;
  /** Whole seconds until all counts begin again. */
  readonly seconds: number;
}

/** Allows everybody `most` of something in a minute, each by a key. */
export function minuteCounts(most: number) {
  const counts = windowCounts(60_000);
  const left = (count: number): Left => ({
    isOver: count > most,
    remaining: Math.max(0, most - count),
    seconds: Math.ceil(counts.left() / 1000),
  });
  return {
    /** Counts one more. */
    add: (key: string) => left(counts.add(key)),
    /** As it stands. */
    read: (key: string) => left(counts.read(key)),
  };
}

/** The key of who sends a request by its address. */
export const addressOf = ({ ip }: Pick<FastifyRequest, 'ip'>): string => clientAddress(ip);

/** The address that stands for a client: of IPv6 its /64, the usual size of one network; of IPv4 in IPv6 that of IPv4. */
export function clientAddress(address: string): string {
  if (!address.includes(':') || !isIPv6(address)) return address.toLowerCase();
  // The parser of URLs writes all forms of an address in one; it knows no zones, such as `%eth0`.
  const { hostname } = new URL(`http://[${address.split('%', 1)[0]}]`);
  const [left = [], right = []] = hostname
    .slice(1, -1)
    .split('::')
    .map((half) => half.split(':').filter((group) => group !== ''));
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0');
  const groups = [...left, ...zeros, ...right].map((group) => Number.parseInt(group, 16));
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff)
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 0xff])
      .join('.');
  return groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':');
}
