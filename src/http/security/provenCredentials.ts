import { createHmac, randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { hasCredentialInBody } from './hasCredentialInBody.js';

/** Beyond that the one that was right the longest ago has to prove itself again. */
const MOST = 10_000;

/** The holders of credentials, by the requests that carry them. */
const right = new WeakMap<FastifyRequest, string>();

/** Notes that the credentials of a request were looked at, and are right: those of `holder`. */
export function foundRight(request: FastifyRequest, holder: string): void {
  right.set(request, holder);
}

/** The requests with a credential that was looked at, and is wrong. */
const wrong = new WeakSet<FastifyRequest>();

/** Notes that a request was refused for such a credential: it counts as a guess. */
export function foundWrong(request: FastifyRequest): void {
  wrong.add(request);
}

export const isFoundWrong = (request: FastifyRequest): boolean => wrong.has(request);

/**
 * Whose credentials were right not long ago, from which address: sending them again is no guess. Of them it keeps nothing but
 * keyed hashes, under a secret of the process.
 */
export function provenCredentials() {
  const secret = randomBytes(32);
  const known = new Map<string, string>();

  function nameOf({ ip, headers }: FastifyRequest): string {
    const { 'x-admin-key': key, 'x-session-token': token, authorization } = headers;
    const carried = [ip, key, token, authorization];
    return createHmac('sha256', secret).update(JSON.stringify(carried)).digest('base64');
  }

  return {
    /** The holder of what a request carries, where that was right before, from the same address. */
    holderOf: (request: FastifyRequest) =>
      known.size > 0 && isProvable(request) ? known.get(nameOf(request)) : undefined,
    /** Learns from a request that was answered. */
    learn(request: FastifyRequest): void {
      const holder = right.get(request);
      if (holder === undefined && !wrong.has(request)) return;
      const name = nameOf(request);
      known.delete(name);
      if (holder === undefined || !isProvable(request)) return;
      known.set(name, holder);
      const [oldest] = known.keys();
      if (known.size > MOST && oldest !== undefined) known.delete(oldest);
    },
  };
}

/** A hive key next to a valid token would be an unchecked guess, and so would a code in the body. */
function isProvable(request: FastifyRequest): boolean {
  return request.headers['x-hive-key'] === undefined && !hasCredentialInBody(request);
}
