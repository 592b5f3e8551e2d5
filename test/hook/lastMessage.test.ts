import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lastMessage } from '../../src/hook/learnings.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';

function transcript(...lines: readonly (object | string)[]): string {
  const path = join(temporaryDirectory(), 'transcript.jsonl');
  const texts = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
  writeFileSync(path, `${texts.join('\n')}\n`);
  return path;
}

const PARTS = [
  { type: 'text', text: 'The' },
  { type: 'tool_use', name: 'x' },
  { type: 'text', text: 'end' },
];

test.each([
  ['Claude Code', { type: 'assistant', message: { role: 'assistant', content: PARTS } }],
  ['Cursor', { role: 'assistant', message: { content: PARTS } }],
  ['Copilot', { type: 'assistant.message', data: { content: 'The\nend' } }],
  ['a plain list', { role: 'assistant', content: 'The\nend' }],
])('the last message is found as %s writes it', (_, last) => {
  const first = { type: 'assistant', message: { content: 'The beginning' } };
  const after = { type: 'user', message: { content: 'what the assistant said' } };
  expect(lastMessage(transcript(first, last, after))).toBe('The\nend');
});

test('a message without text, such as the call of a tool, is passed by', () => {
  const said = { type: 'assistant', message: { content: 'Said' } };
  const call = { type: 'assistant', message: { content: [{ type: 'tool_use' }] } };
  expect(lastMessage(transcript(said, call))).toBe('Said');
});

test('of a long transcript, its end is read', () => {
  const long = { type: 'user', content: 'x'.repeat(1_000_000) };
  expect(lastMessage(transcript(long, { role: 'assistant', content: 'Said' }))).toBe('Said');
});

test('what is no transcript has no last message', () => {
  expect(lastMessage('/nonexistent')).toBeUndefined();
  expect(lastMessage(temporaryDirectory())).toBeUndefined();
  expect(lastMessage(transcript('assistant: no JSON', '"assistant"', 'null'))).toBeUndefined();
  const pipe = join(temporaryDirectory(), 'pipe');
  execFileSync('mkfifo', [pipe]);
  expect(lastMessage(pipe)).toBeUndefined();
});
