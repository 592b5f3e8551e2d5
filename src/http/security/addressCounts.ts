import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyRequest } from 'fastify';
import { windowCounts } from './windowCounts.js';

/** What is left to an address in this minute. */
export interface Left {
  readonly isOver: boolean;
  readonly remaining: number;
  /** Whole seconds until all counts begin again. */
  readonly seconds: number;
}

/** Allows each address `most` of something in a minute. An IPv6 address counts as its /64, the usual size of one network. */
export function addressCounts(most: number) {
  const counts = windowCounts(60_000);
  const left = (count: number): Left => ({
    isOver: count > most,
    remaining: Math.max(0, most - count),
    seconds: Math.ceil(counts.left() / 1000),
  });
  return {
    /** Counts one more for the address of a request. */
    add: ({ ip }: Pick<FastifyRequest, 'ip'>) => left(counts.add(normalizeIP(ip))),
    /** As it stands. */
    read: ({ ip }: Pick<FastifyRequest, 'ip'>) => left(counts.read(normalizeIP(ip))),
  };
}
