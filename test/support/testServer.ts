import type { FastifyInstance } from 'fastify';
import { onTestFinished } from 'vitest';
import type { App } from '../../src/app/app.js';
import type { ServerOptions } from '../../src/http/bareServer.js';
import { CAPACITY, type Capacity } from '../../src/http/connection/overload.js';
import { buildServer } from '../../src/http/server.js';

/** On a machine that has much else to do, the event loop is late all the time; a test does not want `overloaded` for that. */
export const MAY_BE_LATE: Capacity = { ...CAPACITY, delay: Number.POSITIVE_INFINITY };

/** The server of an app, which is never overloaded because the machine is slow; closed after the test. */
export async function testServer(app: App, options: ServerOptions = {}): Promise<FastifyInstance> {
  const server = await buildServer(app, { capacity: MAY_BE_LATE, ...options });
  onTestFinished(() => server.close());
  return server;
}
