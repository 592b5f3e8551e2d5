import { expect, test } from 'vitest';
import { loginCodes } from '../../src/secrets/browserLogins.js';
import { testClock } from '../support/testApp.js';

const OWNER = { kind: 'owner', hash: 'a'.repeat(64) } as const;

test('a code is 8 characters that nobody mistakes for others, and works once', () => {
  const codes = loginCodes(testClock());
  const { code } = codes.issue(OWNER);
  expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
  expect(codes.redeem(code)).toEqual(OWNER);
  expect(codes.redeem(code)).toBeUndefined();
});

test('a code may be typed in lower case, without its hyphen, with spaces, and with O and I for digits', () => {
  const codes = loginCodes(testClock());
  const typed: readonly ((code: string) => string)[] = [
    (code) => code.toLowerCase(),
    (code) => code.replace('-', ''),
    (code) => ` ${code.replace('-', ' ')} `,
    (code) => code.replaceAll('0', 'O').replaceAll('1', 'l'),
    (code) => code.replaceAll('0', 'o').replaceAll('1', 'I'),
  ];
  for (const way of typed) expect(codes.redeem(way(codes.issue(OWNER).code))).toEqual(OWNER);
});

test('a code ends after two minutes', () => {
  const clock = testClock();
  const codes = loginCodes(clock);
  const { code, expiresAt } = codes.issue(OWNER);
  expect(expiresAt).toBe(clock() + 120_000);
  clock.advance(120_000);
  expect(codes.redeem(code)).toBeUndefined();
});

test('at most 20 codes are good at the same time: a new one ends the oldest', () => {
  const codes = loginCodes(testClock());
  const holders = Array.from({ length: 21 }, (_, i) => ({ kind: 'member', hash: `${i}` }) as const);
  const issued = holders.map((holder) => ({ holder, ...codes.issue(holder) }));
  const good = issued.filter(({ code, holder }) => codes.redeem(code) === holder);
  expect(good).toEqual(issued.slice(1));
});

test('who asks for many codes ends only his own', () => {
  const codes = loginCodes(testClock());
  const ofOwner = codes.issue(OWNER).code;
  const member = { kind: 'member', hash: 'b'.repeat(64) } as const;
  const issued = Array.from({ length: 50 }, () => codes.issue(member).code);
  expect(codes.redeem(ofOwner)).toEqual(OWNER);
  expect(issued.filter((code) => codes.redeem(code) === member)).toEqual(issued.slice(-3));
});

test('a long text is no code, and is not looked at', () => {
  const codes = loginCodes(testClock());
  const { code } = codes.issue(OWNER);
  expect(codes.redeem(`${code}${' '.repeat(20)}`)).toBeUndefined();
  expect(codes.redeem(code)).toEqual(OWNER);
});
