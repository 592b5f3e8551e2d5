import { z } from 'zod';
import {
  createDocument,
  type ZodOpenApiObject,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
} from 'zod-openapi';
import { responsesOf } from './openapiResponses.js';
import { type Route, readsViews, TAGS } from './route.js';

/** Version of the interface, which is older than this implementation of it. */
const API_VERSION = '1.36.2';

/** The OpenAPI 3.1 document, made from the same routes and schemas that serve and validate. */
export function openApiDocument(routes: readonly Route[]): Record<string, unknown> {
  const document: ZodOpenApiObject = {
    openapi: '3.1.0',
    info: {
      title: 'Memory Vault',
      version: API_VERSION,
      description:
        'A self-hosted, auditable memory for AI coding agents. Everything is an event in an append-only, ' +
        'hash-chained log; every read model is rebuilt from it.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [
      { url: '/', description: 'This instance.' },
      { url: '/vault-api', description: 'This instance, under the prefix.' },
    ],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    security: [],
    paths: pathsOf(routes),
    components: {
      securitySchemes: {
        adminKey: {
          type: 'apiKey',
          in: 'header',
          name: 'X-Admin-Key',
          description: "The owner's key.",
        },
      },
    },
  };
  // A plain JSON value, which is all that is done with it.
  return createDocument(document) as unknown as Record<string, unknown>;
}

function pathsOf(routes: readonly Route[]): ZodOpenApiPathsObject {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operationOf(route) };
  }
  return paths;
}

function operationOf(route: Route): ZodOpenApiOperationObject {
  const headers = requestHeaders(route);
  return {
    operationId: route.operationId,
    summary: route.summary,
    description: route.description,
    tags: [route.tag],
    security: route.admin ? [{ adminKey: [] }] : [],
    requestParams: {
      // Path and query schemas are objects: a route has nothing else to name its parameters with.
      ...(route.params && { path: route.params as z.ZodObject }),
      ...(route.query && { query: route.query as z.ZodObject }),
      ...(headers && { header: headers }),
    },
    ...(route.body && { requestBody: requestBodyOf(route, route.body) }),
    responses: responsesOf(route),
  };
}

function requestHeaders(route: Route): z.ZodObject | undefined {
  if (route.method === 'POST') {
    return z.object({
      'Idempotency-Key': z
        .string()
        .optional()
        .meta({
          description: 'Sent again with the same body, the first answer is given again.',
          override: { minLength: 1, maxLength: 255 },
        }),
    });
  }
  if (!readsViews(route)) return undefined;
  return z.object({
    'X-Min-Position': z
      .string()
      .optional()
      .meta({
        description: 'Answer only from read models that have seen this position of the log.',
        override: { type: 'integer', minimum: 0 },
      }),
  });
}

function requestBodyOf({ example, ndjson }: Route, schema: z.ZodType) {
  const json = { schema, example };
  if (!ndjson) return { required: true, content: { 'application/json': json } };
  const lines = (example as unknown[]).map((line) => JSON.stringify(line)).join('\n');
  return {
    required: true,
    content: {
      'application/json': json,
      'application/x-ndjson': {
        schema: z.string().meta({ description: 'A save request a line.' }),
        example: lines,
      },
    },
  };
}
