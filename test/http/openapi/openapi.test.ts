import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { documentOf, type Media, operationsOf } from '../../support/openapiDocument.js';

test('the document is OpenAPI 3.1 of version 1.36.2', async () => {
  const { openapi, info, servers } = await documentOf();
  expect(openapi).toMatch(/^3\.1\./);
  expect(info.version).toBe('1.36.2');
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

test('every operation has a unique id and a description', async () => {
  const operations = operationsOf(await documentOf()).map(({ operation }) => operation);
  for (const { operationId, description } of operations) {
    expect(operationId).toMatch(/^[a-z][A-Za-z]+$/);
    expect(description.length).toBeGreaterThan(10);
  }
  const names = operations.map(({ operationId }) => operationId);
  expect(new Set(names).size).toBe(names.length);
});

test('every request body and every answer has an example that matches its schema', async () => {
  const document = await documentOf();
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(document, 'openapi');
  const check = (where: string[], { example, examples }: Media) => {
    const pointer = [...where, 'schema']
      .map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')))
      .join('/');
    const validate = ajv.getSchema(`openapi#/${pointer}`);
    const values = examples ? Object.values(examples).map(({ value }) => value) : [example];
    expect(values.length, pointer).toBeGreaterThan(0);
    for (const value of values) {
      expect(value, pointer).toBeDefined();
      expect(validate?.(value), `${pointer}: ${ajv.errorsText(validate?.errors)}`).toBe(true);
    }
  };
  for (const { path, method, operation } of operationsOf(document)) {
    const at = ['paths', path, method];
    for (const [type, media] of Object.entries(operation.requestBody?.content ?? {})) {
      check([...at, 'requestBody', 'content', type], media);
    }
    for (const [status, { content }] of Object.entries(operation.responses)) {
      for (const [type, media] of Object.entries(content ?? {})) {
        check([...at, 'responses', status, 'content', type], media);
      }
    }
  }
});

test('every operation describes its successful answers and its errors', async () => {
  for (const { path, method, operation } of operationsOf(await documentOf())) {
    const statuses = Object.keys(operation.responses);
    const where = `${method} ${path}`;
    expect(statuses, where).toEqual(expect.arrayContaining(['429', '500']));
    expect(statuses.filter((status) => /^2\d\d$/.test(status)).length, where).toBeGreaterThan(0);
    if (operation.requestBody) {
      expect(statuses, where).toEqual(expect.arrayContaining(['400', '413', '415', '503']));
    }
    if (path.includes('{id}')) expect(statuses, where).toContain('404');
    // Only POST routes that record something take a key.
    if (method === 'post' && operation.requestBody) {
      expect(statuses, where).toContain('422');
    }
    if (method === 'put' && !path.includes('{id}')) expect(statuses, where).toContain('401');
    for (const [status, { content }] of Object.entries(operation.responses)) {
      if (Number(status) < 400 || path === '/readyz') continue;
      const types = ['application/json', 'application/problem+json'];
      expect(Object.keys(content ?? {}).sort(), `${where} ${status}`).toEqual(types);
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

test('the event stream says how a reader goes on after the last message', async () => {
  const { paths } = await documentOf();
  const names = paths['/admin/events']?.get?.parameters?.map(({ name }) => name);
  expect(names).toContain('Last-Event-ID');
});

test('a batch as JSON is an array of the notes that an import takes', async () => {
  const { paths } = await documentOf();
  const body = paths['/api/v1/observations/batch']?.post?.requestBody?.content;
  const items = { $ref: '#/components/schemas/ImportObservation' };
  expect(body?.['application/json']?.schema).toEqual({ type: 'array', items });
});
