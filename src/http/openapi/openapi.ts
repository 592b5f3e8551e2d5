import { z } from 'zod';
import {
  createDocument,
  type ZodOpenApiObject,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
} from 'zod-openapi';
import type { Config } from '../../config/config.js';
import { VERSION } from '../../config/version.js';
import { type Access, accessTo, type Route, TAGS } from '../route.js';
import { operationsOf } from './document.js';
import { FAILURES, responsesOf } from './openapiResponses.js';
import { plainParameter } from './plainParameter.js';
import { plainSchema } from './plainSchema.js';
import { requestHeaders } from './requestHeaders.js';
import { shareExamplesOf } from './sharedExamples.js';
import { sharePartsOf } from './sharedParts.js';

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
      'x-service-version': VERSION,
      description:
        'A self-hosted, auditable memory for AI coding agents. Ids are ULIDs, in any case. ' +
        'Refused everywhere: text with NUL, and parameters or members that an operation does not know. ' +
        'With VAULT_AUTH=session, a member who is no admin writes as itself and for its team, and sees only what has its ' +
        'team or none. Every answer carries `X-Request-Id`: the valid one of the request, else a new one. That to ' +
        'a change also has `X-Log-Position`, the position of its last event in the log; every ' +
        'GET that is not public takes this as `X-Min-Position`, and is answered from read models that have applied it. Answers may get further members. Every refusal is a `Problem`; one that an operation ' +
        `does not list is in \`4XX\`, which all share. Any request may also fail, with a \`Problem\`: ${FAILURES}, the latter ` +
        'with `Retry-After`.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [
      { url: '/', description: 'This instance.' },
      {
        url: '/vault-api',
        description: 'The same, under a prefix that some clients use.',
      },
    ],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    security: securityOf('data', auth),
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
  const made = createDocument(document, { override: plainSchema });
  for (const operation of operationsOf(made)) {
    const parameters = operation.parameters?.map(plainParameter) ?? [];
    if (parameters.length > 0) operation.parameters = parameters;
    else delete operation.parameters;
  }
  shareExamplesOf(made);
  sharePartsOf(made);
  return { ...made };
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
  const access = accessTo(route);
  return {
    operationId: route.operationId,
    summary: route.summary,
    ...(route.description && { description: route.description }),
    tags: [route.tag],
    ...(access !== 'data' && { security: securityOf(access, auth) }),
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
    case 'credential':
      return either;
    case 'admin':
      // The name of a role, as OpenAPI 3.1 allows it here: not every member may.
      return [{ bearer: [] }, { sessionToken: ['admin'] }, { adminKey: [] }];
    case 'hub':
      return [{ hiveKey: [] }];
  }
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
