import { expect, test } from 'vitest';
import { actionOf, readToolCall, type ToolEvent } from '../../src/hook/toolCall.js';

const PLACE = { root: '/work/shop', cwd: '/work/shop/web' };

const read = (event: ToolEvent, fields: object, place = PLACE) => {
  const call = readToolCall({ ...fields });
  return call && actionOf(event, call, place);
};

const PATCH = `*** Begin Patch
*** Update File: a.txt
@@ class Till
 one
-two
+TWO
 three
@@
-far
*** Add File: /work/shop/b.txt
+fresh
*** Delete File: ../c.txt
*** End Patch
`;

/** As the programs themselves told it: Claude Code 2.1, Codex 0.169, Gemini CLI 0.61, OpenCode 1.18. */
test.each([
  [
    'Claude Code edits',
    {
      tool_name: 'Edit',
      tool_input: { file_path: '/work/shop/a.txt', old_string: 'two', new_string: 'TWO' },
    },
    [{ path: 'a.txt', text: 'two', other: 'TWO' }],
  ],
  [
    'Claude Code writes a file',
    { tool_name: 'Write', tool_input: { file_path: '/work/shop/b.txt', content: 'fresh' } },
    [{ path: 'b.txt', other: 'fresh' }],
  ],
  [
    'Claude Code edits a notebook',
    {
      tool_name: 'NotebookEdit',
      tool_input: { notebook_path: '/work/shop/n.ipynb', new_source: 'x' },
    },
    [{ path: 'n.ipynb' }],
  ],
  [
    'several edits in one',
    {
      tool_input: {
        file_path: '/work/shop/a.txt',
        edits: [{ old_string: 'a' }, { old_string: 'b' }],
      },
    },
    [
      { path: 'a.txt', text: 'a' },
      { path: 'a.txt', text: 'b' },
    ],
  ],
  [
    'Codex patches, from its folder',
    { tool_name: 'apply_patch', tool_input: { command: PATCH } },
    [
      { path: 'web/a.txt', text: 'one\ntwo\nthree', other: 'one\nTWO\nthree' },
      { path: 'web/a.txt', text: 'far', other: '' },
      { path: 'b.txt' },
      { path: 'c.txt' },
    ],
  ],
  [
    'OpenCode patches',
    { tool_input: { patchText: PATCH.replaceAll('\n', '\r\n').replaceAll('\r', '') } },
    [
      { path: 'web/a.txt', text: 'one\ntwo\nthree', other: 'one\nTWO\nthree' },
      { path: 'web/a.txt', text: 'far', other: '' },
      { path: 'b.txt' },
      { path: 'c.txt' },
    ],
  ],
  [
    'OpenCode edits',
    { tool_input: { filePath: '/work/shop/a.txt', oldString: 'two', newString: 'TWO' } },
    [{ path: 'a.txt', text: 'two', other: 'TWO' }],
  ],
  [
    'Gemini CLI has edited',
    {
      tool_input: { file_path: 'a.txt', old_string: 'two', new_string: 'TWO' },
      tool_response: { llmContent: 'ok' },
    },
    [{ path: 'web/a.txt', text: 'TWO', other: 'two', isDone: true }],
  ],
])('%s', (_, fields, edits) => {
  expect(read('before-edit', fields)?.edits).toEqual(edits);
});

test.each([
  ['a file outside of the project', { tool_input: { file_path: '/etc/hosts', old_string: 'x' } }],
  ['no file', { tool_input: { notebook: 7 } }],
  ['no object', { tool_input: 'x' }],
  ['an empty call', { tool_input: {} }],
])('%s is no edit of the project', (_, fields) => {
  expect(read('before-edit', fields)?.edits).toEqual([]);
});

test('without a call, and where nobody knows the files, there is no action', () => {
  expect(read('before-edit', {})).toBeUndefined();
  const call = readToolCall({ tool_input: { file_path: '/work/shop/a.txt' } });
  expect(call && actionOf('before-edit', call, { root: undefined, cwd: '/work' })).toBeUndefined();
});

test.each([
  [
    'Claude Code',
    [],
    {
      tool_input: { command: 'make x' },
      error: 'Exit code 1\nso it is\nboom: no such module here',
    },
  ],
  [
    'Codex',
    ['make x'],
    { tool_input: { command: 'make x' }, tool_response: 'so it is\nboom: no such module here\n' },
  ],
  [
    'Gemini CLI',
    ['make x'],
    {
      tool_input: { command: 'make x' },
      tool_response: {
        llmContent:
          'Output: so it is\nboom: no such module here\nExit Code: 1\nProcess Group PGID: 366',
      },
    },
  ],
  ['Cursor', [], { tool_input: { command: 'make x' }, error_message: 'boom: no such module here' }],
])('%s tells of a failure, with the command where no hook ran before it', (_, commands, fields) => {
  const action = read('after-failure', fields);
  expect([...(action?.errors.keys() ?? [])]).toEqual(['boom no such module here']);
  expect(action?.moment).toBe('after_failure');
  expect(action?.commands.map(({ words }) => words.join(' '))).toEqual(commands);
});

test('what Gemini CLI tells of a command that has succeeded is no failure, but it is a command', () => {
  const tool_response = {
    llmContent: 'Output: error: no such luck today\nProcess Group PGID: 342',
  };
  const action = read('after-failure', { tool_input: { command: 'make x' }, tool_response });
  expect(action).toMatchObject({ moment: 'before_command', errors: new Map() });
});

test('of a command that only looks at things, what it prints is no failure of it', () => {
  const error = 'Exit code 1\nerror: no such module here';
  expect(
    read('after-failure', { tool_input: { command: 'cat log | grep error' }, error })?.errors.size,
  ).toBe(0);
});

test('of a patch, empty lines belong to the context, and a file that moves is edited where it was', () => {
  const patch =
    '*** Begin Patch\n*** Update File: a.txt\n*** Move to: b.txt\n@@\n one\n\n-two\n+TWO\n*** End of File\n*** End Patch\n';
  expect(read('before-edit', { tool_input: { command: patch } })?.edits).toEqual([
    { path: 'web/a.txt', text: 'one\n\ntwo', other: 'one\n\nTWO' },
  ]);
});

test('an edit that Gemini CLI could not make is none', () => {
  const tool_response = {
    llmContent: 'no',
    error: { message: 'no', type: 'edit_no_occurrence_found' },
  };
  expect(
    read('before-edit', { tool_input: { file_path: 'a.txt' }, tool_response }),
  ).toBeUndefined();
});
