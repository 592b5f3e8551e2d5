import { z } from 'zod';
import {
  createDocument,
  type ZodOpenApiObject,
  type ZodOpenApiOperationObject,
  type ZodOpenApiOverrideContext,
  type ZodOpenApiPathsObject,
} from 'zod-openapi';
import type { Config } from '../../config/config.js';
import { VERSION } from '../../config/version.js';
import { MAX_WAIT_S, WIPE_WAIT_MS } from '../answers/forgetAnswers.js';
import { type Audience, audienceOf, type Route, TAGS, takesKey } from '../route.js';
import { FAILURES, responsesOf } from './responses.js';

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
        'with `Retry-After`, unless only a person can mend it.',
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
  const { parameters: shared = {} } = made.components ?? {};
  // The casts are safe: the document has operations and parameters under no other names.
  for (const [name, parameter] of Object.entries(shared))
    shared[name] = plainParameter(parameter as Parameter);
  for (const item of Object.values(made.paths ?? {})) {
    for (const operation of Object.values(item) as Operation[]) {
      const parameters = operation.parameters?.map(plainParameter) ?? [];
      if (parameters.length > 0) operation.parameters = parameters;
      else delete operation.parameters;
    }
  }
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
  const audience = audienceOf(route);
  return {
    operationId: route.operationId,
    summary: route.summary,
    ...(route.description && { description: route.description }),
    tags: [route.tag],
    ...(audience !== 'data' && { security: securityOf(audience, auth) }),
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
function securityOf(audience: Audience, auth: Config['auth']): Record<string, string[]>[] {
  const either: Record<string, string[]>[] = [
    { bearer: [] },
    { sessionToken: [] },
    { adminKey: [] },
  ];
  switch (audience) {
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

const FILE = { type: 'string', format: 'binary' } as const;

function requestBodyOf({ example, ndjson, file, text }: Route, schema: z.ZodType) {
  // Of bytes, OpenAPI 3.1 says nothing but the media type.
  if (file)
    return { required: true, content: { 'application/octet-stream': { schema: FILE, example } } };
  if (text) return { required: true, content: { 'text/plain': { schema, example } } };
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

/** Positions are at most 15 digits long: such numbers are exact everywhere. */
const MOST_POSITION = 999_999_999_999_999;

const IDEMPOTENCY_KEY = z
  .string()
  .optional()
  .meta({
    param: { id: 'Idempotency-Key' },
    description:
      'A key of your choice. A second request with the same key and body changes nothing and gets the first answer again; ' +
      'one with another body is refused (422).',
    override: { minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
  });

const REPOSITORY = z
  .string()
  .optional()
  .meta({
    param: { id: 'X-Vault-Repository' },
    description:
      'The repository in which a program works, percent-encoded: of projects that are called alike, it means that one. ' +
      'What is written binds it.',
    override: { minLength: 1 },
    example: 'github.com%2Facme%2Fapi',
  });

const PREFER = z
  .string()
  .optional()
  .meta({
    param: { id: 'Prefer' },
    description:
      `\`wait=N\` (RFC 7240) waits up to N seconds, at most ${MAX_WAIT_S}, until what was forgotten is wiped from every ` +
      `file; \`respond-async\` does not wait. By default ${WIPE_WAIT_MS / 1000} seconds.`,
    example: 'wait=30',
  });

const LAST_EVENT_ID = z
  .string()
  .optional()
  .meta({
    description: 'Id of the last message received: the stream goes on after it.',
    override: { type: 'integer', minimum: 0, maximum: MOST_POSITION },
  });

/** The headers that a request to a route may have, besides those of every request or every read; undefined for none. */
export function requestHeaders(route: Route): z.ZodObject | undefined {
  // Where messages have no id, a stream cannot go on after one.
  const streams = Object.values(route.answers).some(({ stream }) => stream?.startsWith('id: '));
  const headers = {
    ...(takesKey(route) && { 'Idempotency-Key': IDEMPOTENCY_KEY }),
    ...(streams && { 'Last-Event-ID': LAST_EVENT_ID }),
    ...(route.waitsForWipe && { Prefer: PREFER }),
    ...(namesProject(route) && { 'X-Vault-Repository': REPOSITORY }),
  };
  return Object.keys(headers).length > 0 ? z.object(headers) : undefined;
}

/** True where a request may name a project that is called otherwise in a checkout. */
const namesProject = (route: Route): boolean =>
  audienceOf(route) === 'data' &&
  [route.params, route.query, route.body].some(
    (part) => part instanceof z.ZodObject && 'project' in part.shape,
  );

const LIMITS = [
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'pattern',
] as const;

/**
 * Takes from a schema that zod makes what every number fulfils, the limits of what is in an answer, and that answers have no
 * further members: they may get some. A type that may be null is written as two types, beside its format and description.
 */
function plainSchema({ jsonSchema, zodSchema, io }: ZodOpenApiOverrideContext): void {
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  // A named schema is the same in requests and answers.
  if (io === 'output' && !z.globalRegistry.get(zodSchema)?.id) {
    for (const limit of LIMITS) delete jsonSchema[limit];
  }
  // Beside a reference, it would forbid the members of what is referred to.
  const isAnswer = io === 'output' || jsonSchema.$ref !== undefined;
  if (isAnswer && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  const [one, other, ...more] = jsonSchema.anyOf ?? [];
  if (typeof one?.type !== 'string' || other?.type !== 'null' || more.length > 0) return;
  // Null would have to be one of its values, too.
  if (one.enum || 'const' in one) return;
  delete jsonSchema.anyOf;
  Object.assign(jsonSchema, { ...one, ...jsonSchema, type: [one.type, 'null'] });
}

type Operation = NonNullable<
  NonNullable<ReturnType<typeof createDocument>['paths']>[string]['get']
>;
type Parameter = NonNullable<Operation['parameters']>[number];
type Schema = Extract<
  NonNullable<Extract<Parameter, { in: string }>['schema']>,
  { type?: unknown }
>;
/**
 * A parameter as a query string or a header can have it: never null. An optional field of a body may be null, and parameters are
 * made of the same schemas (`optional`). Its schema does not repeat its description.
 */
function plainParameter(parameter: Parameter): Parameter {
  if (!('schema' in parameter) || !parameter.schema) return parameter;
  // The cast is safe: a reference has none of the members that are read here.
  const { description: _, anyOf = [], ...schema } = parameter.schema as Schema;
  if (Array.isArray(schema.type)) schema.type = schema.type.find((one) => one !== 'null');
  const [only, ...more] = anyOf.filter((one) => !('type' in one && one.type === 'null'));
  const either = more.length > 0 ? { anyOf } : only;
  return { ...parameter, schema: { ...either, ...schema } };
}
