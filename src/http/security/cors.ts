import type { FastifyReply, FastifyRequest } from 'fastify';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'].join(', ');

const EXPOSED = [
  'Link',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'Retry-After',
  'X-Hive',
  'X-Log-Position',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Request-Id',
  'X-Search',
  'X-Search-Hint',
].join(', ');

/** The headers of every answer by which browsers let pages of one origin read it, and pages of no other; without one, none. */
export function corsHeaders(origin: string | undefined) {
  if (origin === undefined) return {};
  return { 'access-control-allow-origin': origin, 'access-control-expose-headers': EXPOSED };
}

/** Answers a preflight: pages of the allowed origin may send any header, in all methods that there are. */
export function answerPreflight({ headers }: FastifyRequest, reply: FastifyReply): FastifyReply {
  const asked = headers['access-control-request-headers'];
  if (asked !== undefined) reply.header('access-control-allow-headers', asked);
  return reply
    .code(204)
    .header('access-control-allow-methods', METHODS)
    .header('vary', 'Access-Control-Request-Headers')
    .header('content-length', '0')
    .send();
}
