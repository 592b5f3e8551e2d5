import { createHmac, randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { hasCredentialInBody } from './hasCredentialInBody.js';

/** Beyond that the one that was right the longest ago has to prove itself again. */
const MOST = 10_000;

const right = new WeakSet<FastifyRequest>();

/** Notes that the credentials of a request were looked at, and were right. */
export function foundRight(request: FastifyRequest): void {
  right.add(request);
}

/**
 * Which credentials were right not long ago, from which address: sending them again is no guess. Keeps nothing but keyed
 * hashes, under a secret of the process.
 */
export function provenCredentials() {
  const secret = randomBytes(32);
  const known = new Set<string>();

  function nameOf({ ip, headers }: FastifyRequest): string {
    const { 'x-admin-key': key, 'x-session-token': token, authorization } = headers;
    const carried = [ip, key, token, authorization];
    return createHmac('sha256', secret).update(JSON.stringify(carried)).digest('base64');
  }

  return {
    /** Whether what a request carries was right before, from the same address. */
    has: (request: FastifyRequest) => isProvable(request) && known.has(nameOf(request)),
    /** Learns from a request that was answered. */
    learn(request: FastifyRequest, status: number): void {
      if (!right.has(request) && status !== 401) return;
      const name = nameOf(request);
      known.delete(name);
      if (!right.has(request) || !isProvable(request)) return;
      known.add(name);
      const [oldest] = known;
      if (known.size > MOST && oldest !== undefined) known.delete(oldest);
    },
  };
}

/** A hive key next to a valid token would be an unchecked guess, and so would a code in the body. */
function isProvable(request: FastifyRequest): boolean {
  return request.headers['x-hive-key'] === undefined && !hasCredentialInBody(request);
}
