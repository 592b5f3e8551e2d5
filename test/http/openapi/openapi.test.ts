import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { VERSION } from '../../../src/config/version.js';
import { type ProblemCode, STATUSES } from '../../../src/http/answers/problem.js';
import { audienceOf } from '../../../src/http/route.js';
import { ROUTES } from '../../support/accessTable.js';
import {
  documentOf,
  examplesOf,
  type Media,
  type Operation,
  operationsOf,
} from '../../support/openapiDocument.js';

test('the document is OpenAPI 3.1 of version 1.36.2', async () => {
  const { openapi, info, servers } = await documentOf();
  expect(openapi).toMatch(/^3\.1\./);
  expect(info).toMatchObject({ version: '1.36.2', 'x-service-version': VERSION });
  expect(servers.map(({ url }) => url)).toEqual(['/', '/vault-api']);
});

const GIVEN = [
  'get /healthz',
  'get /openapi.json',
  'get /api/v1/status',
  'get /metrics',
  'get /api/v1/metrics',
  'post /api/v1/observations',
  'get /api/v1/observations/{id}',
  'get /api/v1/search',
  'get /api/v1/context/{project}',
  'get /api/v1/timeline/{project}',
  'get /api/v1/summary/{project}',
  'get /api/v1/stats',
  'post /api/v1/sessions',
  'put /api/v1/sessions/{id}',
  'get /api/v1/sessions/all',
  'post /api/v1/prompts',
  'get /api/v1/prompts',
  'get /api/v1/prompts/{name}',
  'get /api/v1/openspec/{project}',
  'put /api/v1/openspec/{project}',
  'get /api/v1/sdd/{project}',
  'put /api/v1/sdd/{project}',
  'get /api/v1/hive/status',
  'get /readyz',
  'post /api/v1/observations/batch',
  'get /api/v1/projects',
  'patch /api/v1/observations/{id}',
  'delete /api/v1/observations/{id}',
  'get /api/v1/observations/{id}/history',
  'post /auth/redeem',
  'get /auth/me',
  'delete /auth/session',
  'post /admin/teams',
  'get /admin/teams',
  'post /admin/teams/{team}/members',
  'get /admin/teams/{team}/members',
  'delete /admin/teams/{team}/members/{member}',
  'post /admin/teams/{team}/invites',
  'get /admin/teams/{team}/invites',
  'delete /admin/teams/{team}/invites/{invite}',
  'get /admin/teams/{team}/sessions',
  'delete /admin/teams/{team}/sessions/{session}',
  'get /team/members',
];

test('the document describes every operation of the service', async () => {
  const operations = operationsOf(await documentOf()).map(
    ({ path, method }) => `${method} ${path}`,
  );
  expect(operations).toEqual(expect.arrayContaining(GIVEN));
});

test('every operation has a unique id and a summary, and a description only where that says more', async () => {
  const operations = operationsOf(await documentOf()).map(({ operation }) => operation);
  for (const { operationId, summary, description } of operations) {
    expect(operationId).toMatch(/^[a-z][A-Za-z]+$/);
    expect(summary).toMatch(/^[A-Z].{5,}[^.]$/);
    if (description !== undefined) expect(description.length, operationId).toBeGreaterThan(10);
  }
  const names = operations.map(({ operationId }) => operationId);
  expect(new Set(names).size).toBe(names.length);
});

test('every request body and every answer has an example that matches its schema', async () => {
  const document = await documentOf();
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(document, 'openapi');
  const validators = new Map<string, ReturnType<typeof ajv.compile>>();
  const validatorOf = (schema: object) => {
    // References lead into the document.
    const text = JSON.stringify(schema).replaceAll('"#/', '"openapi#/');
    const validator = validators.get(text) ?? ajv.compile(JSON.parse(text));
    validators.set(text, validator);
    return validator;
  };
  const check = (where: string, media: Media) => {
    const examples = examplesOf(document, media);
    expect(examples.length, where).toBeGreaterThan(0);
    const validate = validatorOf(media.schema);
    for (const example of examples) {
      expect(validate(example), `${where}: ${ajv.errorsText(validate.errors)}`).toBe(true);
    }
  };
  for (const { path, method, operation } of operationsOf(document)) {
    const bodies = { body: operation.requestBody ?? {}, ...operation.responses };
    for (const [name, { content = {} }] of Object.entries(bodies)) {
      for (const [type, media] of Object.entries(content)) {
        check(`${method} ${path} ${name} ${type}`, media);
      }
    }
  }
});

/** The answer to a status: that of its own, or that of all other refusals, whose description has it. */
function answerTo({ responses }: Operation, status: string) {
  const { '4XX': other, ...own } = responses;
  return own[status] ?? (other?.description?.includes(`${status} `) ? other : undefined);
}

test('every operation describes its successful answers and its errors', async () => {
  for (const { path, method, operation } of operationsOf(await documentOf())) {
    const where = `${method} ${path}`;
    const hasAnswers = (...statuses: string[]) => {
      const missing = statuses.filter((status) => !answerTo(operation, status)?.content);
      expect(missing, where).toEqual([]);
    };
    const statuses = Object.keys(operation.responses);
    expect(statuses.filter((status) => /^2\d\d$/.test(status)).length, where).toBeGreaterThan(0);
    hasAnswers('400', '403', '429');
    if (operation.requestBody) hasAnswers('413', '415');
    if (path.includes('{id}')) hasAnswers('404');
    // Only POST routes that record something take a key. A message of MCP may stand for several requests, an import
    // recognises its lines by their ids, and a login of a browser is not in the log.
    const isKeyless = ['/mcp', '/api/v1/admin/import', '/auth/browser', '/oauth/consent'].includes(
      path,
    );
    if (method === 'post' && operation.requestBody && !isKeyless) hasAnswers('422');
    if (method === 'put' && !path.includes('{id}')) hasAnswers('401');
    for (const [status, { content }] of Object.entries(operation.responses)) {
      if (/^2/.test(status) || path === '/readyz') continue;
      // Their types are those of https://c2sp.org/tlog-witness.
      if (path === '/add-checkpoint' && ['409', '422'].includes(status)) continue;
      const types = ['application/json', 'application/problem+json'];
      expect(Object.keys(content ?? {}).sort(), `${where} ${status}`).toEqual(types);
    }
  }
});

// The cast restores what Object.keys loses: these are all the codes.
const CODES = Object.keys(STATUSES) as readonly ProblemCode[];

/** What any operation may be refused with; the others depend on what it is about. */
const ANYWHERE = CODES.filter((code) => ![404, 409].includes(STATUSES[code]));

test('every operation names the codes of all its refusals', async () => {
  const documented = ROUTES.filter(({ undocumented }) => !undocumented);
  const operations = operationsOf(await documentOf());
  const { info } = await documentOf();
  expect(operations.length).toBe(documented.length);
  for (const route of documented) {
    const found = operations.find(({ operation }) => operation.operationId === route.operationId);
    // A vault that is no hub has none of the routes of one, and a hub route does not name that itself.
    const ofHub = audienceOf(route) === 'hub' ? (['not_found'] as const) : [];
    for (const code of [...ANYWHERE, ...ofHub, ...(route.errors ?? [])]) {
      const status = STATUSES[code];
      if (status in route.answers) continue;
      const shared = status >= 500 && info.description.match(new RegExp(`${status} [^;]*`))?.[0];
      const description =
        shared || (found && answerTo(found.operation, String(status))?.description);
      expect(description, route.operationId).toContain(`\`${code}\``);
    }
  }
});

test('no parameter may be null, since a query string cannot say it', async () => {
  const parameters = operationsOf(await documentOf()).flatMap(
    ({ operation }) => operation.parameters ?? [],
  );
  expect(parameters.length).toBeGreaterThan(50);
  const nullable = parameters.filter(({ schema }) => JSON.stringify(schema).includes('"null"'));
  expect(nullable.map(({ name }) => name)).toEqual([]);
});

// Zod writes `"additionalProperties": false` beside the reference when a named schema gets another description.
test('bodies of requests have no further members; answers and references may', async () => {
  const document = await documentOf();
  const text = JSON.stringify(document);
  expect(text).toContain('"additionalProperties":{');
  expect(text).not.toMatch(/"\$ref":"[^"]*","additionalProperties":false/);
  const { schemas } = document.components;
  const closed = (name: string) =>
    JSON.stringify(schemas[name]).includes('"additionalProperties":false');
  expect(
    ['SaveObservation', 'ImportObservation', 'Purge', 'EndSession'].filter(closed),
  ).toHaveLength(4);
  expect(['Observation', 'SearchHit', 'Session', 'HiveBatch', 'McpMessage'].filter(closed)).toEqual(
    [],
  );
});

test('the event stream says how a reader goes on after the last message', async () => {
  const events = operationsOf(await documentOf()).find(({ path }) => path === '/admin/events');
  const names = events?.operation.parameters?.map(({ name }) => name);
  expect(names).toContain('Last-Event-ID');
});

test('a batch as JSON is an array of the notes that an import takes', async () => {
  const { paths } = await documentOf();
  const body = paths['/api/v1/observations/batch']?.post?.requestBody?.content;
  const items = { $ref: '#/components/schemas/ImportObservation' };
  expect(body?.['application/json']?.schema).toEqual({ type: 'array', items });
});
