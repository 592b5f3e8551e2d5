import { expect, test } from 'vitest';
import { inviteMessage } from '../../../../src/domain/inviteMessage.js';
import { inviteIn } from '../../../../web/pages/login/inviteIn.js';

const token = '0123456789abcdef'.repeat(4);

test('the token is found in the message that an admin sends, also without its line breaks', () => {
  const invite = { token, expires_at: '2026-11-27T09:30:00Z' };
  for (const origin of ['https://vault.example', 'http://127.0.0.1:7437']) {
    const message = inviteMessage(origin, invite);
    expect(inviteIn(message)).toBe(token);
    expect(inviteIn(`> ${message}\n\nBest,\nAda`.replaceAll('\n', ''))).toBe(token);
  }
});

test('what holds no token stays as it is, without spaces around it', () => {
  expect(inviteIn(`  ${token} `)).toBe(token);
  expect(inviteIn(' nonsense\n')).toBe('nonsense');
  expect(inviteIn(token.slice(1))).toBe(token.slice(1));
  expect(inviteIn('')).toBe('');
});
