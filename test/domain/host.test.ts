import { expect, test } from 'vitest';
import { isLoopbackName, parseHost } from '../../src/domain/host.js';

test.each([
  ['localhost', 'localhost', undefined],
  ['Vault.Example:8443', 'vault.example', 8443],
  ['192.0.2.1:80', '192.0.2.1', 80],
  ['[::1]', '[::1]', undefined],
  ['[FD00::1]:7437', '[fd00::1]', 7437],
  ['my_host-2', 'my_host-2', undefined],
])('%s is a host', (text, name, port) => {
  expect(parseHost(text)).toEqual({ name, port });
});

test.each([
  '',
  ' ',
  'a b',
  'localhost.',
  '.localhost',
  'a..b',
  'localhost:',
  'localhost:x',
  'localhost:65536',
  'localhost:-1',
  'localhost:80:80',
  '::1',
  '[::1',
  '[::g]',
  '[127.0.0.1]',
  'user@localhost',
  'localhost/x',
  'localhost?x',
  'localhost#x',
  'localhost,evil.example',
  '*.example',
  'löcalhost',
  'localhost\u0000',
])('%j is no host', (text) => {
  expect(parseHost(text)).toBeUndefined();
});

test.each(['localhost', '127.0.0.1', '127.1.2.3', '[::1]'])('%s is a loopback name', (name) => {
  expect(isLoopbackName(name)).toBe(true);
});

test.each([
  '127.0.0.1.example',
  '127.1',
  '127.0.0.256',
  '0.0.0.0',
  '[::]',
  '[::ffff:127.0.0.1]',
  'localhost.example',
  'evil.localhost',
  '2130706433',
  '0x7f.0.0.1',
  '017700000001',
])('%s is no loopback name', (name) => {
  expect(isLoopbackName(name)).toBe(false);
});
