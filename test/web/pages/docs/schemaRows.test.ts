import { expect, test } from 'vitest';
import type { ApiDocument } from '../../../../web/pages/docs/apiDocument.js';
import { operationsIn } from '../../../../web/pages/docs/apiDocument.js';
import { schemaRows, typeOf, valueRow } from '../../../../web/pages/docs/schemaRows.js';
import { documentOf } from '../../../support/openapiDocument.js';
import { documentWith, ref } from './document.js';

const document = documentWith({
  Name: { type: 'string', maxLength: 200, pattern: '\\S' },
  Kind: { type: 'string', enum: ['a', 'b'] },
  Ulid: { type: 'string', pattern: '^[0-7][0-9A-HJKMNP-TV-Z]{25}$' },
  Base: {
    type: 'object',
    properties: { id: ref('Ulid') },
    required: ['id'],
    description: 'A base.',
  },
  Hit: {
    allOf: [
      ref('Base'),
      { type: 'object', properties: { score: { type: 'number' } }, required: ['score'] },
    ],
  },
  Tree: {
    type: 'object',
    properties: { name: ref('Name'), parts: { type: 'array', items: ref('Tree') } },
  },
});

test.each([
  [{ type: 'string' }, 'string'],
  [{ type: ['string', 'null'], format: 'date-time' }, 'string, date-time or null'],
  [{ type: 'array', items: ref('Base') }, 'array of Base'],
  [{ anyOf: [ref('Name'), { type: 'null' }] }, 'string or null'],
  [{ anyOf: [ref('Base'), ref('Tree')] }, 'Base or Tree'],
  [{ type: 'boolean', const: true }, 'true'],
  [{ type: 'object', additionalProperties: { type: 'integer' } }, 'map of integer'],
  [ref('Ulid'), 'string (Ulid)'],
  [{}, 'any'],
])('the type of %j is said as %s', (schema, text) => {
  expect(typeOf(document, schema)).toBe(text);
});

test('what extends another schema has the members of both, and says which are required', () => {
  const rows = schemaRows(document, ref('Hit'));
  expect(rows.map(({ name, type, isRequired }) => [name, type, isRequired])).toEqual([
    ['id', 'string (Ulid)', true],
    ['score', 'number', true],
  ]);
});

test('a schema that holds itself is shown once', () => {
  const rows = schemaRows(document, { type: 'array', items: ref('Tree') });
  expect(rows.map(({ path, depth }) => [path, depth])).toEqual([
    ['[].name', 0],
    ['[].parts', 0],
  ]);
});

test('each form of a choice has its own rows', () => {
  const rows = schemaRows(document, { anyOf: [ref('Base'), ref('Tree')] });
  expect(rows.map(({ name, type, depth }) => [name, type, depth])).toEqual([
    ['', 'Base', 0],
    ['id', 'string (Ulid)', 1],
    ['', 'Tree', 0],
    ['name', 'string', 1],
    ['parts', 'array of Tree', 1],
  ]);
});

test('limits and values are said in words, also those of what an array holds', () => {
  expect(valueRow(document, 'name', ref('Name')).limits).toEqual(['1 to 200 characters']);
  expect(valueRow(document, 'kinds', { type: 'array', items: ref('Kind') }).values).toEqual([
    'a',
    'b',
  ]);
  const limits = (schema: object) => valueRow(document, 'x', schema).limits;
  expect(limits({ type: 'integer', minimum: 0, maximum: 10_000 })).toEqual(['0 to 10,000']);
  expect(limits({ type: 'integer', minimum: 1 })).toEqual(['at least 1']);
  expect(limits({ type: 'array', maxItems: 1 })).toEqual(['at most 1 item']);
  expect(limits({ type: 'string', minLength: 1, pattern: '^[!-~]+$' })).toEqual([
    'at least 1 character',
    'like ^[!-~]+$',
  ]);
});

test('every table of the real document can be made, with a path for each row that no other has', async () => {
  // The cast shows the document in the form in which the page reads it.
  const real = (await documentOf()) as unknown as ApiDocument;
  let rows = 0;
  for (const { id, body, answers } of operationsIn(real)) {
    const media = [...body, ...answers.flatMap(([, { content }]) => Object.entries(content ?? {}))];
    for (const [, { schema = {} }] of media) {
      const paths = schemaRows(real, schema).map(({ path }) => path);
      expect(new Set(paths).size, id).toBe(paths.length);
      rows += paths.length;
    }
  }
  expect(rows).toBeGreaterThan(500);
});
