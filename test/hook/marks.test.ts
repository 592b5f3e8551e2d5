import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Marks } from '../../src/hook/marks.js';
import { Outbox } from '../../src/hook/outbox.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';

const marksOf = (data: string, session = 's') =>
  new Marks(new Outbox(data), 'given', 'claude-code', session);

test('a mark is made once, and each session has its own', () => {
  const data = join(temporaryDirectory(), 'data');
  const [marks, others] = [marksOf(data), marksOf(data, 's 2')];
  expect(marks.all()).toEqual(new Set());
  expect([marks.make('A'), marks.make('A'), marks.make('B'), others.make('A')]).toEqual([
    true,
    false,
    true,
    true,
  ]);
  expect(marks.all()).toEqual(new Set(['A', 'B']));
  marks.clear();
  expect(marks.all()).toEqual(new Set());
  expect(others.all()).toEqual(new Set(['A']));
});

test('of very many, the oldest half goes', () => {
  const data = join(temporaryDirectory(), 'data');
  marksOf(data).make('first');
  const folder = join(data, 'spool/given');
  for (let i = 0; i < 4_000; i += 1) {
    writeFileSync(join(folder, `claude-code%20old ${i}`), '');
    utimesSync(join(folder, `claude-code%20old ${i}`), i, i);
  }
  marksOf(data).make('last');
  expect(readdirSync(folder)).toHaveLength(2_002);
  expect(marksOf(data).all()).toEqual(new Set(['first', 'last']));
});

test('where none can be kept, none is made', () => {
  const data = temporaryDirectory();
  writeFileSync(join(data, 'spool'), 'a file is in the way');
  expect(marksOf(data).make('A')).toBe(false);
  expect(marksOf(data).all()).toEqual(new Set());
  mkdirSync(join(data, 'else'));
  expect(existsSync(join(data, 'spool/given'))).toBe(false);
});
