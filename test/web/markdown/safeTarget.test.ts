import { expect, test } from 'vitest';
import { safeTarget } from '../../../web/markdown/safeTarget.js';

test('links lead to http, https and mailto', () => {
  expect(safeTarget('https://example.org/a?b=c#d')).toBe('https://example.org/a?b=c#d');
  expect(safeTarget('HTTP://EXAMPLE.org')).toBe('http://example.org/');
  expect(safeTarget('mailto:a@example.org')).toBe('mailto:a@example.org');
});

test.each([
  'javascript:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'blob:https://x.y/1',
  'file:///etc/passwd',
  '//evil.example',
  '/auth/browser',
  '#/note/1',
  '',
  'https://',
  'https://bank.example@evil.example/',
  'https://user:pass@evil.example/',
  'https://example.org/\u202egnp.exe',
  'https://exam\u200bple.org/',
  `https://example.org/${'a'.repeat(2000)}`,
])('%j is no link', (target) => {
  expect(safeTarget(target)).toBeUndefined();
});

test('look-alike letters of a domain are seen', () => {
  expect(safeTarget('https://аpple.com/')).toMatch(/^https:\/\/xn--/);
});
