// A process that answers with plain OR over HTTP, so that its cost can be compared with that of the service: the same
// HTTP server, and hits as JSON with their texts. `PORT` says where. `withPlainOr` starts it and calls it.
import fastify from 'fastify';
import { ownCpuSeconds } from './costOf.js';
import type { Turn } from './dataset.js';
import type { Asked, Engine } from './engine.js';
import { plainOr } from './plainOr.js';

/** Bytes of a request: more than any data set has. */
const BODY = 1024 ** 3;

// The types of bodies and queries are safe: the caller is `withPlainOr`.
const server = fastify({ bodyLimit: BODY, forceCloseConnections: true });
let engine: Engine | undefined;

server.get('/readyz', () => 'ready');
server.get('/cpu', () => ownCpuSeconds());
server.post<{ Body: { turns: readonly Turn[]; k: number } }>('/turns', ({ body }) => {
  engine = plainOr(body.turns, body.k);
  return 'loaded';
});
server.get<{ Querystring: Asked }>('/search', async ({ query }, reply) => {
  const found = await engine?.ask(query);
  if (found?.error === undefined) return found?.turns;
  return reply.code(400).send(found.error);
});

process.once('SIGTERM', () => void server.close());
await server.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
