import type { FastifyInstance } from 'fastify';
import { onTestFinished } from 'vitest';
import type { App } from '../../src/app/app.js';
import type { ServerOptions } from '../../src/http/bareServer.js';
import {
  CONNECTION_LIMITS,
  type ConnectionLimits,
} from '../../src/http/connection/connectionLimits.js';
import { CAPACITY, type Capacity } from '../../src/http/connection/load.js';
import { buildServer } from '../../src/http/server.js';

/** On a machine that has much else to do, the event loop is late all the time; a test does not want `overloaded` for that. */
export const MAY_BE_LATE: Capacity = { ...CAPACITY, delay: Number.POSITIVE_INFINITY };

/** A test that a slow machine holds up between two lines is no client that sends no head or leaves its answer unread. */
export const PATIENT: ConnectionLimits = {
  ...CONNECTION_LIMITS,
  headersTimeout: 60_000,
  linger: 60_000,
  pace: { ...CONNECTION_LIMITS.pace, grace: 60_000 },
};

/** What a server takes on a machine that may be as slow as it likes. */
export const ROOMY = { capacity: MAY_BE_LATE, connections: PATIENT };

/** The server of an app, for which no machine is too slow; closed after the test. */
export async function testServer(app: App, options: ServerOptions = {}): Promise<FastifyInstance> {
  const server = await buildServer(app, { ...ROOMY, ...options });
  onTestFinished(() => server.close());
  return server;
}
