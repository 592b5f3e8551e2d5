import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, test } from 'vitest';
import { ALL_TOOLS, INSTRUCTIONS } from '../../src/mcp/mcpServer.js';
import { definitionOf } from '../../src/mcp/tool.js';

const DEFINITIONS = ALL_TOOLS.map(definitionOf);

test('the definitions of all tools have at most 1,300 tokens', () => {
  // With the annotations, although clients show the model only the rest.
  expect(countTokens(JSON.stringify({ tools: DEFINITIONS }))).toBeLessThanOrEqual(1300);
  expect(countTokens(INSTRUCTIONS)).toBeLessThanOrEqual(100);
});

test('there are eight tools, which read, change or destroy as their annotations say', () => {
  const said = DEFINITIONS.map(({ name, annotations = {} }) => {
    const { readOnlyHint, destructiveHint, openWorldHint } = annotations;
    expect(openWorldHint).toBe(false);
    return [name, readOnlyHint ? 'reads' : destructiveHint ? 'destroys' : 'writes'];
  });
  expect(Object.fromEntries(said)).toEqual({
    memory_search: 'reads',
    memory_timeline: 'reads',
    memory_get: 'reads',
    memory_context: 'reads',
    memory_save: 'writes',
    memory_update: 'writes',
    memory_forget: 'destroys',
    memory_session: 'writes',
  });
});

test('a name fits into 64 characters also behind the prefix of a plugin', () => {
  for (const { name } of DEFINITIONS) {
    expect(`mcp__plugin_memory-vault_memory-vault__${name}`.length).toBeLessThanOrEqual(64);
  }
});

test('every tool says what it takes, and which of that is required', () => {
  const required = DEFINITIONS.map(({ name, inputSchema }) => [name, inputSchema.required ?? []]);
  expect(Object.fromEntries(required)).toEqual({
    memory_search: ['query'],
    memory_timeline: [],
    memory_get: ['ids'],
    memory_context: [],
    memory_save: ['type', 'title', 'content'],
    memory_update: ['id'],
    memory_forget: ['id', 'title'],
    memory_session: ['action'],
  });
  for (const { inputSchema } of DEFINITIONS) expect(inputSchema.type).toBe('object');
});

test('no definition refers to another place, or bounds a number by what a number can hold', () => {
  const text = JSON.stringify(DEFINITIONS);
  expect(text).not.toMatch(/\$ref|\$defs|definitions|9007199254740991/);
});
