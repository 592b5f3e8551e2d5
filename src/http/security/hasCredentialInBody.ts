import type { FastifyRequest } from 'fastify';

/** These take a credential in their body: an invite, or what a browser logs in with. */
const ROUTES = ['/auth/redeem', '/auth/browser'];

/** True for a request whose credential comes in its body. */
export function hasCredentialInBody({ method, routeOptions }: FastifyRequest): boolean {
  return method === 'POST' && routeOptions.url !== undefined && ROUTES.includes(routeOptions.url);
}
