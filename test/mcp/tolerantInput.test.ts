import fc from 'fast-check';
import type { VaultClient } from 'memory-vault-client';
import { expect, test } from 'vitest';
import { failureOf } from '../../src/mcp/answer.js';
import { ALL_TOOLS } from '../../src/mcp/mcpServer.js';
import { readParams } from '../../src/mcp/readParams.js';
import { tolerantInput } from '../../src/mcp/tolerantInput.js';
import { call } from '../../src/mcp/tool.js';

const SCHEMA = {
  properties: {
    ids: { type: 'array' },
    limit: { type: 'integer' },
    type: { type: 'string', enum: ['decision', 'bugfix', 'discovery', 'context'] },
    session_id: { type: 'string' },
    title: { type: 'string' },
    isWhole: { type: 'boolean' },
  },
  required: ['title'],
};
const read = (given: object) => tolerantInput(given, SCHEMA);

test.each([
  [{ ids: '["A","B"]' }, { ids: ['A', 'B'] }],
  [{ ids: "['A', 'B']" }, { ids: ['A', 'B'] }],
  [{ ids: 'A' }, { ids: ['A'] }],
  [{ ids: 'A, B,' }, { ids: ['A', ' B'] }],
  [{ ids: 12345678 }, { ids: ['12345678'] }],
  [{ ids: ['A', null, '', 7] }, { ids: ['A', '7'] }],
  [{ limit: '5' }, { limit: 5 }],
  [{ limit: ' 5.0 ' }, { limit: 5 }],
  [{ limit: [5] }, { limit: 5 }],
  [{ limit: 'five' }, { limit: 'five' }],
  [{ type: 'Bug-Fix' }, { type: 'bugfix' }],
  [{ type: 'DISCOVERIES' }, { type: 'discovery' }],
  [{ type: ['decisions'] }, { type: 'decision' }],
  [{ type: 'rumour' }, { type: 'rumour' }],
  [{ type: '', limit: null, ids: ' ' }, {}],
  [{ session_id: 'null', type: 'None', limit: ' undefined ', ids: 'none' }, {}],
  [{ title: 'None' }, { title: 'None' }],
  [{ title: '' }, { title: '' }],
  [{ title: null }, {}],
  [{ title: 7 }, { title: '7' }],
  [
    { sessionId: 'S', 'is-whole': 'True' },
    { session_id: 'S', isWhole: true },
  ],
  [{ SessionId: 'other', session_id: 'S' }, { session_id: 'S' }],
  [{ projekt: 'x' }, { projekt: 'x' }],
])('arguments are read as they are meant: %j', (given, meant) => {
  expect(read(given)).toEqual(meant);
});

test('what is right stays as it is, and no key changes what an object is', () => {
  const right = {
    ids: ['A'],
    limit: 5,
    type: 'context',
    session_id: 'S',
    title: ' [a, b] ',
    isWhole: false,
  };
  expect(read(right)).toEqual(right);
  const odd: unknown = JSON.parse('{"__proto__": {"title": "x"}}');
  expect(Object.keys(Object(read(Object(odd))))).toEqual(['__proto__']);
  fc.assert(
    fc.property(fc.object(), (given) => void read(given)),
    { numRuns: 200 },
  );
});

/** What a tool says to arguments that it refuses before it asks a vault. */
async function refusal(name: string, given: object): Promise<string> {
  const tool = ALL_TOOLS.find((one) => one.name === name);
  if (!tool) throw new Error(`there is no tool ${name}`);
  // No tool gets as far as to ask it, or it fails at once.
  const vault = {} as VaultClient;
  return Promise.resolve()
    .then(() => call(tool, given, { vault, project: undefined }))
    .then(
      () => 'taken',
      (error) => failureOf(error).message,
    );
}

test('an unknown argument is named beside all else that is wrong, with what the tool takes', async () => {
  expect(await refusal('memory_search', { projekt: 'x', limit: 'many' })).toBe(
    'projekt: is not an argument of this tool (did you mean project?), which takes query, project, type, tag, author, path, from, to, limit, offset, as_of; ' +
      'query: is required; limit: must be a number',
  );
});

test('no word of a library is in a refusal, whatever the arguments are', async () => {
  const values = [[], {}, '', 'x', -1, 1e20, 0.5, true, [[]], Array(60).fill('a'), 'x'.repeat(200)];
  for (const { name, input } of ALL_TOOLS) {
    const shape = Object.keys(Object((input as unknown as { shape: object }).shape));
    for (const value of values) {
      const said = await refusal(name, Object.fromEntries(shape.map((one) => [one, value])));
      expect(said).not.toMatch(
        /expected|received|Invalid|Too (?:big|small)|Unrecognized|undefined/,
      );
    }
  }
});

test('the arguments of a request may be JSON in a text, and those of a prompt of any kind', () => {
  const name = 'memory_get';
  const args = { ids: ['A'] };
  const params = { name, arguments: args };
  expect(readParams('tools/call', { name, arguments: JSON.stringify(args) })).toEqual({ params });
  expect(readParams('tools/call', { name, arguments: null })).toEqual({
    params: { name, arguments: {} },
  });
  expect(readParams('prompts/get', { name, arguments: { a: 7, b: 'c', d: null } })).toEqual({
    params: { name, arguments: { a: '7', b: 'c' } },
  });
  expect(readParams('tools/list', null)).toEqual({ params: undefined });
});
