import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyRequest } from 'fastify';
import { windowCounts } from './windowCounts.js';

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

/** The key of who sends a request by its address. One of IPv6 counts as its /64, the usual size of one network. */
export const addressOf = ({ ip }: Pick<FastifyRequest, 'ip'>): string => normalizeIP(ip);
