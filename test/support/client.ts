import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import type { App } from '../../src/app/app.js';
import type { Config } from '../../src/config/config.js';
import type { ServerOptions } from '../../src/http/bareServer.js';
import { openApiDocument } from '../../src/http/openapi/openapi.js';
import { allRoutes } from '../../src/http/routes/allRoutes.js';
import { contractIn } from './contractIn.js';
import { NO_METRICS } from './noMetrics.js';
import { testServer } from './testServer.js';

/** Calls a server and checks every answer against the API document. */
export interface Client {
  readonly server: FastifyInstance;
  call(
    method: Method,
    url: string,
    rest?: Omit<InjectOptions, 'method' | 'url'>,
  ): Promise<LightMyRequestResponse>;
}

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';

export async function testClient(app: App, options: ServerOptions = {}): Promise<Client> {
  return clientOf(await testServer(app, options), app.config.auth);
}

/** The same for a server that is not of one test. */
export function clientOf(server: FastifyInstance, auth: Config['auth']): Client {
  const check = contractOf(auth);
  return {
    server,
    async call(method, url, rest = {}) {
      const response = await server.inject({ method, url, ...rest });
      check(method, url, response);
      return response;
    },
  };
}

const contracts = new Map<Config['auth'], ReturnType<typeof contractIn>>();

/** Made once for every mode: making the document and compiling its schemas is slow. */
function contractOf(auth: Config['auth']): ReturnType<typeof contractIn> {
  const known = contracts.get(auth);
  if (known) return known;
  const routes = allRoutes(NO_METRICS, auth).filter(({ undocumented }) => !undocumented);
  const contract = contractIn(JSON.parse(JSON.stringify(openApiDocument(routes, auth))));
  contracts.set(auth, contract);
  return contract;
}
