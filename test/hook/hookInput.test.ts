import { expect, test } from 'vitest';
import { readHookInput } from '../../src/hook/agentProtocol.js';

test('the folders of a window are told apart from the one that a hook runs in', () => {
  const text = JSON.stringify({ cwd: '/home/ada', workspace_roots: ['/c:/work/shop', 7, '/till'] });
  expect(readHookInput(text)).toMatchObject({
    cwd: '/home/ada',
    roots: ['/c:/work/shop', '/till'],
  });
});

test.each(['{"session_id": ', '[]', '7', 'nothing'])('%s is told apart from nothing', (text) => {
  expect(readHookInput(text)).toEqual({ isUnreadable: true });
});

test.each(['', ' \n'])('%j is nothing', (text) => expect(readHookInput(text)).toEqual({}));

test('a session of an odd name has one that a model and the vault take', () => {
  const named = (session_id: string) => readHookInput(JSON.stringify({ session_id })).sessionId;
  expect(named('0199d3a4-7c1e')).toBe('0199d3a4-7c1e');
  expect(named('a\0b')).toMatch(/^[\da-f]{32}$/);
  expect(named('  ')).toBeUndefined();
});
