import { test } from '@fast-check/vitest';
import fc from 'fast-check';
import { expect } from 'vitest';
import { projectKey } from '../../src/domain/names.js';

test.each([
  ['Checkout', 'checkout'],
  ['CAFÉ', 'cafe\u0301'],
  ['J\u030c', '\u01f0'],
  ['İstanbul', 'i\u0307stanbul'],
  ['ПРОЕКТ', 'проект'],
])('%s is %s', (one, other) => {
  expect(projectKey(one)).toBe(projectKey(other));
});

test.each([
  ['STRASSE', 'straße'],
  ['İstanbul', 'istanbul'],
  ['ısparta', 'isparta'],
  ['σασ', 'σας'],
  ['cafe', 'café'],
  ['check out', 'checkout'],
])('%s is not %s', (one, other) => {
  expect(projectKey(one)).not.toBe(projectKey(other));
});

test.prop([fc.string({ unit: 'grapheme' })])(
  'a key is its own key, however it is composed',
  (name) => {
    const key = projectKey(name);
    expect(projectKey(key)).toBe(key);
    for (const form of ['NFC', 'NFD'] as const) expect(projectKey(name.normalize(form))).toBe(key);
  },
);
