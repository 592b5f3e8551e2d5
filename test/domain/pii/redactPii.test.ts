import { fc, test as property } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import { redactPii } from '../../../src/domain/pii.js';

test.each([
  ['mail ada.lovelace+x@sub.example.org now', 'mail [EMAIL] now', 'email'],
  ['<ADA@EXAMPLE.ORG>', '<[EMAIL]>', 'email'],
  ['jürgen@exämple.de', '[EMAIL]', 'email'],
  ['from 10.1.2.3:8080 to 192.168.0.1/24.', 'from [IP]:8080 to [IP]/24.', 'ip'],
  ['2001:db8::8a2e:370:7334', '[IP]', 'ip'],
  ['[::1]:7437 and fe80::1', '[[IP]]:7437 and [IP]', 'ip'],
  ['::ffff:10.1.2.3', '[IP]', 'ip'],
  ['see /home/ada/src/x.ts', 'see [HOME]/src/x.ts', 'home'],
  ['file:///Users/ada/x', 'file://[HOME]/x', 'home'],
  ['/var/home/ada, /mnt/c/Users/ada', '[HOME], [HOME]', 'home'],
  ['C:\\Users\\ada\\x and C:\\\\Users\\\\ada', '[HOME]\\x and [HOME]', 'home'],
  ['call +49 170 1234567', 'call [PHONE]', 'phone'],
  ['+1 (555) 123-4567, (555) 123-4567, 555-123-4567', '[PHONE], [PHONE], [PHONE]', 'phone'],
  ['030 123 45678 and 0170/1234567', '[PHONE] and [PHONE]', 'phone'],
  ['eyJhbGciOiJI.eyJzdWIiOiIx.c2lnbmF0dXJl', '[JWT]', 'jwt'],
])('%s becomes %s', (text, rest, kind) => {
  const found = redactPii(text);
  expect(found.text).toBe(rest);
  expect([...found.kinds]).toEqual([kind]);
});

test.each([
  'std::vector<int> and a::b and dead::beef',
  'version 1.2.3 of lodash@4.17.21, release v1.2.3.4',
  'at 12:30:45 on 2026-11-20T09:30:00Z, lines 10-20, +1000 -20',
  '@fastify/cors and user@host and git log --oneline',
  'the /home page, ~/src and $HOME, /api/homework',
  'commit 63ecdc62cec40aa0aad6440670a9c347cc8593d5',
  'room 101, RFC 9110, port 7437, 0.25, 1 000 000',
  '01KA5ZJ3M4T6V8X0Y2Z4A6C8E0 and 3f1a-44',
])('no personal data is found in: %s', (text) => {
  expect(redactPii(text)).toEqual({ text, kinds: new Set() });
});

property.prop([
  fc.array(
    fc.constantFrom(
      'ada@example.org',
      ' ',
      '10.1.2.3',
      '/home/ada',
      'x',
      '\n',
      '+49 170 1234567',
      '::',
      '.',
      '-',
    ),
  ),
])('the result contains no personal data', (parts) => {
  const { text } = redactPii(parts.join(''));
  expect(redactPii(text)).toEqual({ text, kinds: new Set() });
});
