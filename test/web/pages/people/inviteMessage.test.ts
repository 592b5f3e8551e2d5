import { expect, test } from 'vitest';
import { inviteMessage } from '../../../../src/domain/inviteMessage.js';
import { inviteTone } from '../../../../web/pages/people/inviteTone.js';

const token = '0123456789abcdef'.repeat(4);

test('the message of an invite says where, how and until when, and has the token in no address', () => {
  const invite = { token, expires_at: '2026-11-27T09:30:00Z' };
  const message = inviteMessage('https://vault.example', invite);
  expect(message).toContain('https://vault.example/#/join');
  expect(message).toContain('memory-vault login https://vault.example');
  expect(message).toContain('until 2026-11-27');
  expect(message.split('\n').at(-1)).toBe(token);
});

test('each state of an invite has a colour of its own', () => {
  const tones = (['pending', 'used', 'expired', 'revoked'] as const).map(inviteTone);
  expect(new Set(tones).size).toBe(4);
});
