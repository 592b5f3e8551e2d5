import { createHmac, randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

/** Beyond that the one that was right the longest ago has to prove itself anew. */
const MOST = 10_000;

const right = new WeakSet<FastifyRequest>();

/** Notes that the credentials of a request were looked at, and were right. */
export function foundRight(request: FastifyRequest): void {
  right.add(request);
}

/** Which credentials were right not long ago, from which address: sending them again is no guess. */
export interface ProvenCredentials {
  /** Whether what a request carries was right before, from the same address. */
  has(request: FastifyRequest): boolean;
  /** Learns from a request that was answered. */
  learn(request: FastifyRequest, status: number): void;
}

/** Keeps nothing but keyed hashes, under a secret of the process. */
export function provenCredentials(most = MOST): ProvenCredentials {
  const secret = randomBytes(32);
  const known = new Set<string>();

  function nameOf({ ip, headers }: FastifyRequest): string {
    const carried = [ip, headers['x-admin-key'], headers['x-session-token']];
    return createHmac('sha256', secret).update(JSON.stringify(carried)).digest('base64');
  }

  return {
    has: (request) => isProvable(request) && known.has(nameOf(request)),
    learn(request, status) {
      if (!right.has(request) && status !== 401) return;
      const name = nameOf(request);
      known.delete(name);
      if (!right.has(request) || !isProvable(request)) return;
      known.add(name);
      const [oldest] = known;
      if (known.size > most && oldest !== undefined) known.delete(oldest);
    },
  };
}

/** A key of the hive beside a right token would be a guess that nobody has looked at. */
function isProvable({ headers }: FastifyRequest): boolean {
  return headers['x-hive-key'] === undefined && headers.authorization === undefined;
}
