import { expect, test } from 'vitest';
import { Email } from '../../src/domain/fields.js';

test.each(['ada@example.org', 'a.b+c@sub.example.org', 'ada@vault', ' Ada@Example.org '])(
  '%s is an e-mail address and is only trimmed',
  (email) => expect(Email.parse(email)).toBe(email.trim()),
);

test.each([
  '',
  'ada',
  '@example.org',
  'ada@',
  'a b@example.org',
  'ada@example..org',
  'ada@@example.org',
  'ada@example.org\n\nbob@example.org',
  `${'a'.repeat(200)}@example.org`,
])('%j is no e-mail address', (email) => expect(Email.safeParse(email).success).toBe(false));
