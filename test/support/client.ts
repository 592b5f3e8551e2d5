import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { expect, onTestFinished } from 'vitest';
import type { App } from '../../src/app/app.js';
import type { Config } from '../../src/config/config.js';
import { openApiDocument } from '../../src/http/openapi/openapi.js';
import { allRoutes } from '../../src/http/routes/allRoutes.js';
import { buildServer } from '../../src/http/server.js';

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

export async function testClient(app: App): Promise<Client> {
  const server = await buildServer(app);
  onTestFinished(() => server.close());
  const check = contractOf(app.config.auth);
  return {
    server,
    async call(method, url, rest = {}) {
      const response = await server.inject({ method, url, ...rest });
      check(method, url, response);
      return response;
    },
  };
}

interface Operation {
  readonly responses: Record<string, { content?: Record<string, { schema: object }> }>;
}

const contracts = new Map<Config['auth'], ReturnType<typeof contractIn>>();

/** Made once for every mode: making the document and compiling its schemas is slow. */
function contractOf(auth: Config['auth']): ReturnType<typeof contractIn> {
  const known = contracts.get(auth);
  if (known) return known;
  const routes = allRoutes({ text: async () => '', countRequest: () => {} }, auth);
  const contract = contractIn(JSON.parse(JSON.stringify(openApiDocument(routes, auth))));
  contracts.set(auth, contract);
  return contract;
}

/** Validates answers against the document; an operation or status it does not declare fails the test. */
function contractIn(document: { paths: Record<string, Record<string, Operation>> }) {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  // The cast is needed because the package is CommonJS and its default export is the function itself.
  (addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
  ajv.addSchema(document, 'openapi');
  const paths = Object.keys(document.paths).map((template) => ({
    template,
    pattern: new RegExp(`^${template.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    // Literal paths first: `/sessions/all` before `/sessions/{id}`.
    parameters: template.split('{').length,
  }));
  paths.sort((a, b) => a.parameters - b.parameters);

  return (method: string, url: string, response: LightMyRequestResponse) => {
    const path = (url.split('?')[0] ?? '').replace(/^\/vault-api(?=\/)/, '');
    const found = paths.find(
      ({ template, pattern }) =>
        pattern.test(path) && document.paths[template]?.[method.toLowerCase()],
    );
    if (!found) return expectProblem(ajv, response);
    const operation = document.paths[found.template]?.[method.toLowerCase()];
    const declared = operation?.responses[response.statusCode];
    const where = `${method} ${found.template} ${response.statusCode}`;
    expect(declared, `${where} is not declared`).toBeDefined();
    if (declared && !declared.content) {
      expect(response.body, where).toBe('');
      return;
    }
    const type = String(response.headers['content-type']).split(';')[0] ?? '';
    expect(Object.keys(declared?.content ?? {}), where).toContain(type);
    if (!/^application\/(problem\+)?json$/.test(type)) return;
    const pointer = ['paths', found.template, method.toLowerCase(), 'responses']
      .concat(String(response.statusCode), 'content', type, 'schema')
      .map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1'))
      .map(encodeURIComponent)
      .join('/');
    const validate = ajv.getSchema(`openapi#/${pointer}`);
    if (!validate) throw new Error(`${where} has no schema`);
    const valid = validate(response.json());
    expect(valid, `${where}: ${ajv.errorsText(validate.errors)}`).toBe(true);
  };
}

/** Answers that the document does not describe: refusals, and answers to HEAD and preflights. */
function expectProblem(ajv: Ajv2020, response: LightMyRequestResponse): void {
  if (response.statusCode < 400 || response.body === '') return;
  const validate = ajv.getSchema('openapi#/components/schemas/Problem');
  expect(validate?.(response.json()), ajv.errorsText(validate?.errors)).toBe(true);
}
