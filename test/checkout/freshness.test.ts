import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fc, test as property } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import { anchorOf } from '../../src/checkout/anchorFile.js';
import { freshnessOf, worstOf } from '../../src/checkout/freshness.js';
import type { Anchor } from '../../src/domain/anchor.js';
import { write } from '../support/gitRepository.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';

const MIB = 1024 * 1024;

const one = (root: string, anchor: Anchor) => freshnessOf(root, [anchor])[0];
const numbered = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => `this is line ${from + at}\n`).join('');

/** A folder with a file of 40 lines, and an anchor at its lines 10 to 12. */
function anchored() {
  const root = temporaryDirectory();
  write(root, 'a.ts', numbered(1, 40));
  return { root, anchor: anchorOf(root, 'a.ts:10-12', root), whole: anchorOf(root, 'a.ts', root) };
}

test('text is fresh until it changes, and with it the file as a whole', () => {
  const { root, anchor, whole } = anchored();
  expect(freshnessOf(root, [anchor, whole])).toEqual([{ state: 'fresh' }, { state: 'fresh' }]);
  write(root, 'a.ts', numbered(1, 40).replace('line 30', 'other'));
  expect(freshnessOf(root, [anchor, whole])).toEqual([{ state: 'fresh' }, { state: 'drifted' }]);
  write(root, 'a.ts', numbered(1, 40).replace('line 11', 'other'));
  expect(freshnessOf(root, [anchor, whole])).toEqual([{ state: 'drifted' }, { state: 'drifted' }]);
});

test('text that moved within its file is fresh, and its new lines are said', () => {
  const { root, anchor } = anchored();
  write(root, 'a.ts', `${numbered(101, 105)}${numbered(1, 40)}`);
  expect(one(root, anchor)).toEqual({ state: 'fresh', lines: '15-17' });
  write(root, 'a.ts', numbered(8, 13));
  expect(one(root, anchor)).toEqual({ state: 'fresh', lines: '3-5' });
  write(root, 'a.ts', numbered(10, 12));
  expect(one(root, anchor)).toEqual({ state: 'fresh', lines: '1-3' });
  write(root, 'a.ts', numbered(11, 12));
  expect(one(root, anchor)).toEqual({ state: 'drifted' });
  write(root, 'a.ts', '');
  expect(one(root, anchor)).toEqual({ state: 'drifted' });
});

test('text that may stand there by chance is neither fresh nor drifted', () => {
  const root = temporaryDirectory();
  const state = (before: string, lines: string, after: string) => {
    write(root, 'a.ts', before);
    const anchor = anchorOf(root, `a.ts:${lines}`, root);
    write(root, 'a.ts', after);
    return one(root, anchor)?.state;
  };
  const [line, long] = ['const fastify = require("fastify")\n', `${'x'.repeat(40)}\n`];
  // At its old place, it stands nowhere else or is long enough.
  expect(state('a\n}\nb\n', '2', 'a\n}\nb\n')).toBeUndefined();
  expect(state('a\nend\nb\n', '2', 'x\nend\ny\n')).toBe('fresh');
  expect(state('a\nend\nb\n', '2', 'x\nend\nend\n')).toBeUndefined();
  expect(state(`a\n${line}b\n`, '2', `x\n${line}${line}`)).toBe('fresh');
  // Elsewhere, it has to be both, and to be more than one line.
  expect(state('a\n}\nb\n', '2', 'a\nb\n}\n')).toBeUndefined();
  expect(state(`a\n${line}b\n`, '2', `a\nb\n${line}`)).toBeUndefined();
  expect(state(`a\n${line}b\n`, '2-3', `a\nc\n${line}b\n`)).toBe('fresh');
  expect(state(`a\n${long}b\n`, '2', `a\nb\n${long}`)).toBeUndefined();
  expect(state(`a\n${long}\nb\n`, '2-3', `a\nb\n${long}\n`)).toBeUndefined();
  expect(state(`a\n${long}b\n`, '2-3', `${long}b\n${long}b\n`)).toBeUndefined();
  expect(state('a\n}\nb\n', '2', 'a\nb\n')).toBe('drifted');
  write(root, 'a.ts', '}\n');
  expect(one(root, anchorOf(root, 'a.ts', root))).toEqual({ state: 'fresh' });
});

property.prop([
  fc.array(fc.constantFrom('a', 'b', '', 'ä€', '\r'), { minLength: 1, maxLength: 12 }),
  fc.array(fc.constantFrom('a', 'b', '', 'ä€', '\r'), { maxLength: 12 }),
  fc.nat(11),
  fc.nat(11),
])(
  'text is fresh if and only if the same lines stand in one place, or still in theirs',
  (before, after, x, y) => {
    const root = temporaryDirectory();
    const last = Math.max(x, y) % before.length;
    const first = Math.min(x, y, last);
    // So long that they are no coincidence, but for those without a letter.
    const join = (lines: readonly string[]) =>
      lines.map((line) => `${line.repeat(40)}|\n`).join('');
    write(root, 'a', join(before));
    const anchor = anchorOf(root, `a:${first + 1}-${last + 1}`, root);
    write(root, 'a', join(after));
    const wanted = before.slice(first, last + 1);
    const places = after.flatMap((_, at) =>
      join(after.slice(at, at + wanted.length)) === join(wanted) ? [at] : [],
    );
    const found = one(root, anchor);
    const [place, ...more] = places;
    if (place === undefined) expect(found).toEqual({ state: 'drifted' });
    else if (!/\p{L}/u.test(wanted.join(''))) expect(found).toBeUndefined();
    else if (places.includes(first)) expect(found).toEqual({ state: 'fresh' });
    else if (more.length > 0 || wanted.filter((line) => /\p{L}/u.test(line)).length < 2)
      expect(found).toBeUndefined();
    else {
      expect(found?.state).toBe('fresh');
      expect(found?.lines?.split('-')[0]).toBe(`${place + 1}`);
    }
  },
);

test('line ends do not count', () => {
  const { root, anchor, whole } = anchored();
  write(root, 'a.ts', numbered(1, 40).replaceAll('\n', '\r\n').trimEnd());
  expect(freshnessOf(root, [anchor, whole])).toEqual([{ state: 'fresh' }, { state: 'fresh' }]);
});

test('a file that was removed is gone, also where a folder has its name, or a file that of its folder', () => {
  const { root, anchor } = anchored();
  rmSync(join(root, 'a.ts'));
  expect(one(root, anchor)).toEqual({ state: 'gone' });
  expect(one(root, { path: 'a.ts' })).toEqual({ state: 'gone' });
  mkdirSync(join(root, 'a.ts'));
  expect(one(root, anchor)).toEqual({ state: 'gone' });
  write(root, 'b', 'x');
  expect(one(root, { ...anchor, path: 'b/a.ts' })).toEqual({ state: 'gone' });
  expect(one(root, { ...anchor, path: 'c/d/a.ts' })).toEqual({ state: 'gone' });
});

test('what cannot be told is left open', () => {
  const { root, anchor } = anchored();
  write(root, 'binary', Uint8Array.of(1, 0, 2));
  write(root, 'huge', 'x'.repeat(4 * MIB + 1));
  execFileSync('mkfifo', [join(root, 'pipe')]);
  const open: readonly Anchor[] = [
    { path: 'a.ts' },
    { path: 'a.ts', lines: '1000' },
    { commit: '0123456' },
    { ...anchor, lines: 'x' },
    { ...anchor, hash: 'abc' },
    { ...anchor, path: 'binary' },
    { ...anchor, path: 'huge' },
    { ...anchor, path: 'pipe' },
  ];
  expect(freshnessOf(root, open)).toEqual(open.map(() => undefined));
  expect(one(join(root, 'nowhere'), anchor)).toBeUndefined();
});

test('nothing outside of the root is read or looked for', () => {
  const { root, anchor } = anchored();
  const outside = temporaryDirectory();
  write(outside, 'a.ts', numbered(1, 40));
  symlinkSync(join(outside, 'a.ts'), join(root, 'file'));
  symlinkSync(outside, join(root, 'folder'));
  symlinkSync(join(outside, 'none'), join(root, 'dangling'));
  symlinkSync(join(root, 'a.ts'), join(outside, 'back'));
  for (const path of [
    'file',
    'folder/a.ts',
    'folder/none.ts',
    'dangling',
    join(outside, 'a.ts'),
    join(outside, 'back'),
    `../${outside.split('/').at(-1)}/a.ts`,
  ])
    expect({ path, is: one(root, { ...anchor, path }) }).toEqual({ path, is: undefined });
  symlinkSync('a.ts', join(root, 'within'));
  expect(one(root, { ...anchor, path: 'within' })).toEqual({ state: 'fresh' });
});

test('a hash is compared by the digits that it has', () => {
  const { root } = anchored();
  const digest = createHash('sha256')
    .update('this is line 10\nthis is line 11\nthis is line 12')
    .digest('hex');
  for (const digits of [8, 15, 16, 40, 64]) {
    const hash = digest.slice(0, digits);
    const other = `${digest.slice(0, digits - 1)}${digest[digits - 1] === '0' ? '1' : '0'}`;
    const at = { path: 'a.ts', lines: '10-12' };
    expect(one(root, { ...at, hash })).toEqual({ state: 'fresh' });
    expect(one(root, { ...at, hash: hash.toUpperCase() })).toEqual({ state: 'fresh' });
    expect(one(root, { ...at, hash: other })).toEqual({ state: 'drifted' });
  }
});

test('a search that would take too long leaves open whether text has drifted, but its old place is looked at', () => {
  const root = temporaryDirectory();
  const text = numbered(1, 100_000);
  write(root, 'a', text);
  const long = anchorOf(root, 'a:1000-40000', root);
  const short = anchorOf(root, 'a:500', root);
  write(root, 'a', text.replace('line 2000\n', 'x\n').replace('line 500\n', 'y\n'));
  const late = anchorOf(root, 'a:90000-90010', root);
  // More than one file may take, and less than the call.
  write(root, 'b', numbered(1, 50_000));
  expect(one(root, { ...short, path: 'b', hash: '0123456789abcdef' })).toBeUndefined();
  expect(freshnessOf(root, [long, short, late])).toEqual([
    undefined,
    undefined,
    { state: 'fresh' },
  ]);
});

test('one call reads at most 50 files and 20 MiB', () => {
  const root = temporaryDirectory();
  const paths = Array.from({ length: 52 }, (_, at) => `${at}.txt`);
  for (const path of paths) writeFileSync(join(root, path), 'x');
  const small = paths.map((path) => anchorOf(root, path, root));
  const states = freshnessOf(root, [...small, ...small]).map((found) => found?.state);
  const once = paths.map((_, at) => (at < 50 ? 'fresh' : undefined));
  expect(states).toEqual([...once, ...once]);
  for (const path of paths.slice(0, 7)) writeFileSync(join(root, path), 'x'.repeat(3 * MIB));
  const big = paths.slice(0, 7).map((path) => anchorOf(root, path, root));
  expect(freshnessOf(root, big).map((found) => found?.state)).toEqual([
    ...big.slice(1).map(() => 'fresh'),
    undefined,
  ]);
});

test('a note is as its worst anchor; what is unknown does not count', () => {
  const [fresh, drifted, gone] = (['fresh', 'drifted', 'gone'] as const).map((state) => ({
    state,
  }));
  expect(worstOf([fresh, undefined])).toBe('fresh');
  expect(worstOf([drifted, fresh, undefined])).toBe('drifted');
  expect(worstOf([fresh, gone, drifted])).toBe('gone');
  expect(worstOf([undefined])).toBeUndefined();
  expect(worstOf([])).toBeUndefined();
});
