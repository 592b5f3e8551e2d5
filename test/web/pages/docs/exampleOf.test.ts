import { expect, test } from 'vitest';
import { exampleOf, exampleText } from '../../../../web/pages/docs/exampleOf.js';
import { documentWith, ref } from './document.js';

const document = documentWith({
  Base: { type: 'object', properties: { id: { type: 'string' } }, examples: [{ id: 'a' }] },
  More: { allOf: [ref('Base'), { type: 'object', examples: [{ score: 1 }] }] },
  Tree: {
    type: 'object',
    properties: { parts: { type: 'array', items: ref('Tree') } },
    required: ['parts'],
  },
});

test('an example is the one that a schema brings, or is made of its parts', () => {
  expect(exampleOf(document, ref('More'))).toEqual({ id: 'a', score: 1 });
  expect(exampleOf(document, { type: 'array', items: ref('Base') })).toEqual([{ id: 'a' }]);
  expect(exampleOf(document, { anyOf: [{ type: 'null' }, { type: 'integer', minimum: 3 }] })).toBe(
    3,
  );
  expect(exampleOf(document, { enum: ['x', 'y'] })).toBe('x');
  expect(exampleOf(document, ref('Tree'))).toEqual({ parts: [null] });
});

test('an example of text is shown as it is sent, any other as JSON', () => {
  expect(exampleText(document, { example: 'a\nb' })).toBe('a\nb');
  expect(exampleText(document, { schema: ref('Base') })).toBe('{\n  "id": "a"\n}');
});
