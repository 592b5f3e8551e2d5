import fc from 'fast-check';
import { expect, test } from 'vitest';
import { derivedToken, randomToken, tokenHash } from '../../src/domain/token.js';

test('a token is 64 hex characters, and no two are the same', () => {
  const tokens = Array.from({ length: 1000 }, randomToken);
  expect(tokens.every((token) => /^[0-9a-f]{64}$/.test(token))).toBe(true);
  expect(new Set(tokens).size).toBe(1000);
});

test('a derived token depends on purpose, circumstances and secret, and on nothing else', () => {
  const abouts = fc.array(fc.string(), { maxLength: 3 });
  fc.assert(
    fc.property(abouts, abouts, fc.string(), (one, other, secret) => {
      const token = derivedToken(secret, one);
      expect(token).toMatch(/^[0-9a-f]{64}$/);
      expect(derivedToken(secret, [...one])).toBe(token);
      expect(derivedToken(`${secret}x`, one)).not.toBe(token);
      expect(derivedToken(secret, other) === token).toBe(
        JSON.stringify(one) === JSON.stringify(other),
      );
    }),
  );
});

test('a hash is SHA-256', () => {
  // FIPS 180-2, appendix B.1.
  expect(tokenHash('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});
