import { z } from 'zod';
import {
  createDocument,
  type ZodOpenApiObject,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
} from 'zod-openapi';
import type { Config } from '../../config/config.js';
import { WIPE_WAIT_MS } from '../answers/forgetAnswers.js';
import { MAX_WAIT_S } from '../request/prefer.js';
import { type Access, accessTo, type Route, readsViews, TAGS } from '../route.js';
import { responsesOf } from './openapiResponses.js';
import { withoutNull } from './withoutNull.js';

/** Version of the interface, not of this implementation. */
const API_VERSION = '1.36.2';

/** The OpenAPI 3.1 document, generated from the routes and schemas that also serve and validate requests. */
export function openApiDocument(
  routes: readonly Route[],
  auth: Config['auth'],
): Record<string, unknown> {
  const document: ZodOpenApiObject = {
    openapi: '3.1.0',
    info: {
      title: 'Memory Vault',
      version: API_VERSION,
      description:
        'A self-hosted, auditable memory for AI coding agents. Everything is an event in an append-only, ' +
        'hash-chained log; every read model is rebuilt from it. Text that holds NUL is refused everywhere. ' +
        'With VAULT_AUTH=session, a member who is no admin writes as itself and for its team, and sees only what has its ' +
        'team or none; everything else is answered as if it were not there.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [
      { url: '/', description: 'This instance.' },
      {
        url: '/vault-api',
        description: 'This instance, under the path prefix that some clients use.',
      },
    ],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    security: [],
    paths: pathsOf(routes, auth),
    components: {
      securitySchemes: {
        adminKey: headerKey('X-Admin-Key', "The owner's key."),
        sessionToken: headerKey(
          'X-Session-Token',
          'The token that a member received for an invite.',
        ),
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: "A session token or the owner's key, in place of the header for it.",
        },
        hiveKey: headerKey(
          'X-Hive-Key',
          'The key of a member of the hive, or the one that all of them share.',
        ),
      },
    },
  };
  const { paths = {}, ...rest } = createDocument(document);
  for (const operation of Object.values(paths).flatMap(Object.values)) {
    operation.parameters = operation.parameters?.map(withoutNull);
  }
  return { ...rest, paths };
}

function headerKey(name: string, description: string) {
  return { type: 'apiKey', in: 'header', name, description } as const;
}

function pathsOf(routes: readonly Route[], auth: Config['auth']): ZodOpenApiPathsObject {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const route of routes) {
    paths[route.path] = {
      ...paths[route.path],
      [route.method.toLowerCase()]: operationOf(route, auth),
    };
  }
  return paths;
}

function operationOf(route: Route, auth: Config['auth']): ZodOpenApiOperationObject {
  const headers = requestHeaders(route);
  return {
    operationId: route.operationId,
    summary: route.summary,
    description: route.description,
    tags: [route.tag],
    security: securityOf(accessTo(route), auth),
    requestParams: {
      // The casts are safe: the schemas of path and query are objects, with a member for each parameter.
      ...(route.params && { path: route.params as z.ZodObject }),
      ...(route.query && { query: route.query as z.ZodObject }),
      ...(headers && { header: headers }),
    },
    ...(route.body && { requestBody: requestBodyOf(route, route.body) }),
    responses: responsesOf(route),
  };
}

/** The alternatives of credentials. An empty alternative means that none is needed. */
function securityOf(access: Access, auth: Config['auth']): Record<string, string[]>[] {
  const either: Record<string, string[]>[] = [
    { bearer: [] },
    { sessionToken: [] },
    { adminKey: [] },
  ];
  switch (access) {
    case 'public':
      return [];
    case 'data':
      return auth === 'open' ? [{}, ...either] : either;
    case 'member':
      return [{ bearer: [] }, { sessionToken: [] }];
    case 'admin':
      return either;
    case 'hub':
      return [{ hiveKey: [] }];
  }
}

const IDEMPOTENCY_KEY = z
  .string()
  .optional()
  .meta({
    description:
      'A key of your choice. A second request with the same key and body changes nothing and gets the first answer again.',
    override: { minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
  });

/** Positions are at most 15 digits long: such numbers are exact everywhere. */
const MOST_POSITION = 999_999_999_999_999;

const MIN_POSITION = z
  .string()
  .optional()
  .meta({
    description: 'Answer only from read models that have applied the log up to this position.',
    override: { type: 'integer', minimum: 0, maximum: MOST_POSITION },
  });

const PREFER = z
  .string()
  .optional()
  .meta({
    description:
      `\`wait=N\` (RFC 7240) waits up to N seconds, at most ${MAX_WAIT_S}, until what was forgotten is wiped from every ` +
      `file; \`respond-async\` does not wait. By default ${WIPE_WAIT_MS / 1000} seconds.`,
    example: 'wait=30',
  });

const LAST_EVENT_ID = z
  .string()
  .optional()
  .meta({
    description: 'Id of the last message that was received: the event stream goes on after it.',
    override: { type: 'integer', minimum: 0, maximum: MOST_POSITION },
  });

function requestHeaders(route: Route): z.ZodObject | undefined {
  const streams = Object.values(route.answers).some(({ stream }) => stream !== undefined);
  const headers = {
    ...(route.method === 'POST' && { 'Idempotency-Key': IDEMPOTENCY_KEY }),
    ...(readsViews(route) && { 'X-Min-Position': MIN_POSITION }),
    ...(streams && { 'Last-Event-ID': LAST_EVENT_ID }),
    ...(route.waitsForWipe && { Prefer: PREFER }),
  };
  return Object.keys(headers).length > 0 ? z.object(headers) : undefined;
}

function requestBodyOf({ example, ndjson }: Route, schema: z.ZodType) {
  if (!ndjson) return { required: true, content: { 'application/json': { schema, example } } };
  const items = z.array(ndjson);
  // As OpenAPI 3.2 says it of NDJSON, too: the schema is about all lines, as if they were one array.
  const lines = items.meta({ description: 'One item per line, without brackets and commas.' });
  return {
    required: true,
    content: {
      'application/json': { schema: items, example },
      'application/x-ndjson': { schema: lines, example },
    },
  };
}
