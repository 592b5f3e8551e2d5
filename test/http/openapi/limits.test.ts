import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { testClient } from '../../support/client.js';
import { documentOf, type Media, operationsOf } from '../../support/openapiDocument.js';
import { sharedClient } from '../../support/sharedClient.js';
import { ADMIN_KEY, testApp } from '../../support/testApp.js';

const vault = sharedClient();

/** What the document says about a parameter, and values that it allows and forbids. */
const PARAMETERS = [
  ['post /api/v1/observations', 'Idempotency-Key', ['a', '!~', 'x'.repeat(255)], ['', 'a b', 'é']],
  ['get /api/v1/search', 'q', ['a', ' b '], ['', '  ', '\t\n']],
  ['get /api/v1/search', 'X-Vault-Repository', ['github.com%2Facme%2Fapi'], ['']],
  ['get /api/v1/timeline/{project}', 'X-Vault-Repository', ['github.com%2Facme%2Fapi'], ['']],
  ['get /v1/search', 'q', ['a', ' b '], ['', '  ']],
] as const;

const ajv = new Ajv2020({ strict: false, validateFormats: false });

test.each(PARAMETERS)(
  'the document of %s says what %s may be',
  async (name, parameter, good, bad) => {
    const operation = operationsOf(await documentOf()).find(
      ({ method, path }) => `${method} ${path}` === name,
    )?.operation;
    const schema = operation?.parameters?.find((one) => one.name === parameter)?.schema;
    const allows = ajv.compile(schema ?? false);
    expect(good.filter((value) => !allows(value))).toEqual([]);
    expect(bad.filter((value) => allows(value))).toEqual([]);
  },
);

test('the service refuses headers that the document forbids, and takes those that it allows', async () => {
  const client = vault();
  const positions = ['0', '1000000000000000', '-1', '1.5', ''].map((n) => ({
    'x-min-position': n,
  }));
  const reads = await Promise.all(
    positions.map((headers) => client.call('GET', '/api/v1/search?q=a', { headers })),
  );
  expect(reads.map(({ statusCode }) => statusCode)).toEqual([200, 400, 400, 400, 400]);
});

test('a malformed Last-Event-ID is refused, also where no stream is asked for', async () => {
  const client = vault();
  const headers = { 'x-admin-key': ADMIN_KEY, 'last-event-id': '-1' };
  const answer = await client.call('GET', '/admin/events', { headers });
  expect(answer.statusCode).toBe(400);
});

test('the document says of an e-mail address what the service checks', async () => {
  const add = operationsOf(await documentOf()).find(
    ({ operation }) => operation.operationId === 'addMember',
  );
  expect(add).toBeDefined();
  const checker = new Ajv2020({ strict: false, validateFormats: false });
  checker.addSchema(await documentOf(), 'openapi');
  const allows = checker.getSchema('openapi#/components/schemas/AddMember');
  expect(['a.@b.example', 'ada@example.org'].map((email) => allows?.({ email }))).toEqual([
    true,
    true,
  ]);
  expect(['ada', 'ada@', 'a b@c.d', ' '].map((email) => allows?.({ email }))).toEqual(
    Array.from({ length: 4 }, () => false),
  );
});

describe('a body that has to give at least one of several fields', () => {
  const PATCH = 'PATCH /api/v1/observations/01KA5ZJ3M4T6V8X0Y2Z4A6C8E0';
  const BODIES = [
    [PATCH, 'ReviseObservation', [{ title: 'x' }, { tags: [], type: null }], [{}, { title: null }]],
    [
      'POST /admin/purge',
      'Purge',
      [{ project: 'x', dry_run: true }],
      [{}, { dry_run: true }, { project: null, team: null }],
    ],
  ] as const;

  test.each(BODIES)(
    '%s: the document and the service say the same',
    async (name, id, good, bad) => {
      const document = await documentOf();
      const checker = new Ajv2020({ strict: false, validateFormats: false });
      checker.addSchema(document, 'openapi');
      const allows = checker.getSchema(`openapi#/components/schemas/${id}`);
      const [method = '', path = ''] = name.split(' ');
      const client = await testClient(await testApp());
      for (const [bodies, isGood] of [[good, true] as const, [bad, false] as const]) {
        for (const body of bodies) {
          expect([body, allows?.(body)]).toEqual([body, isGood]);
          const headers = { 'x-admin-key': ADMIN_KEY };
          const { statusCode } = await client.call(method as 'POST', path, {
            payload: body,
            headers,
          });
          expect([body, statusCode === 400]).toEqual([body, !isGood]);
        }
      }
    },
  );
});

test('both forms of a batch say what each item is', async () => {
  const batch = operationsOf(await documentOf()).find(
    ({ operation }) => operation.operationId === 'saveObservations',
  );
  const forms = Object.entries(batch?.operation.requestBody?.content ?? {});
  expect(forms.map(([type]) => type)).toEqual(['application/json', 'application/x-ndjson']);
  for (const [, { schema }] of forms as [string, Media][])
    expect(schema).toMatchObject({
      type: 'array',
      items: { $ref: expect.stringMatching(/ImportObservation$/) },
    });
});
