import { expect, test } from 'vitest';
import { quotedIn, quotedShare, signaturesIn } from '../../src/moments/errorSignature.js';

const lines = (output: string) => [...signaturesIn(output).keys()];
const share = (output: string, text: string) =>
  Math.max(
    0,
    ...[...signaturesIn(output).values()].map((signature) =>
      quotedShare(signature, quotedIn(text)),
    ),
  );

test('numbers, paths, hex digits and times are taken out, codes and names stay', () => {
  expect(
    lines(
      [
        "\u001b[31mError: Cannot find module '@fastify/cookie' in /home/a/shop\u001b[0m",
        '10:31:07 fatal: could not read drawer 0xdeadbeef at src/app.ts:14:2 (pid 4711)',
        "src/a.ts(3,4): error TS2345: Argument of type 'string' is not assignable",
        'all 14 tests passed',
      ].join('\n'),
    ),
  ).toEqual([
    'cannot find module @fastify/cookie',
    'could not read drawer pid',
    'ts2345 argument type string not assignable',
  ]);
});

test('the same failure on another machine and another day is quoted', () => {
  const note =
    'Deploys fail with `Error: connect ECONNREFUSED 10.0.0.7:5432 after 30s` until the tunnel is up.';
  expect(share('Error: connect ECONNREFUSED 127.0.0.1:6543 after 5s', note)).toBe(1);
  expect(share('Error: listen EADDRINUSE: address already in use :::7437', note)).toBe(0);
});

test('a line with few words, or with usual ones alone, says nothing, unless it has a code', () => {
  expect(lines('tests failed')).toEqual([]);
  expect(lines('panic: runtime error: index out of range [0] with length 0')).toEqual([]);
  expect(lines('open x: ENOENT: no such file or directory')).toEqual([]);
  expect(lines('error TS2345')).toEqual(['ts2345']);
  expect(lines('Error: connect ECONNREFUSED 127.0.0.1:5432')).toEqual(['connect econnrefused']);
  expect(lines('ERROR')).toEqual([]);
  expect(lines('DATABASE_URL is set for everyone')).toEqual([]);
});

test('what failed last comes last, once', () => {
  const many = Array.from(
    { length: 20 },
    (_, i) => `could not open the ${'abcdefghijklmnopqrst'[i]}x door`,
  );
  expect(lines([...many, many[0]].join('\n')).at(-1)).toBe('could not open ax door');
  expect(lines(many.join('\n'))).toHaveLength(6);
});

test('of a long output, the beginning and the end are read', () => {
  const middle = 'nothing of interest\n'.repeat(20_000);
  expect(lines(`error: no such first new thing\n${middle}error: no such final new thing`)).toEqual([
    'no such first new thing',
    'no such final new thing',
  ]);
});

test.each([
  ' '.repeat(200_000),
  'error '.repeat(60_000),
  '/'.repeat(200_000),
  'E_A_'.repeat(50_000),
])('a long text of one kind does not take longer for its length: %#', (text) => {
  expect(signaturesIn(text).size).toBeLessThanOrEqual(6);
  expect(quotedIn(text).size).toBeLessThanOrEqual(text.length);
});
