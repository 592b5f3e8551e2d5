import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { forgetContexts, keptContexts } from '../../src/files/keptContexts.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';

const DAY = 86_400_000;
const fail = (error: unknown) => expect.fail(String(error));

/** A data directory with what hooks keep in it. */
function machine() {
  const data = temporaryDirectory();
  return { data, folder: join(data, 'spool', 'contexts'), contexts: keptContexts(data) };
}

test('the last context of each key is kept for its owner alone, for a month', () => {
  const { folder, contexts } = machine();
  expect(contexts.last('shop', 1)).toBeUndefined();
  for (const text of ['first', 'second'])
    contexts.prepare('shop')({ text, line: '2 notes', at: 1 });
  contexts.prepare('door')({ text: 'other', at: 2 });
  expect(contexts.last('shop', 30 * DAY)).toEqual({
    text: 'second',
    line: '2 notes',
    at: 1,
  });
  expect(contexts.last('shop', 31 * DAY)).toBeUndefined();
  expect(contexts.last('door', 3)).toEqual({ text: 'other', at: 2 });
  expect(readdirSync(folder).sort()).toEqual(['door', 'shop']);
  for (const name of readdirSync(folder))
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
});

test('what was asked for before something was forgotten is not kept after it', () => {
  const { data, folder, contexts } = machine();
  contexts.prepare('door')({ text: 'kept', at: 1 });
  const keep = contexts.prepare('shop');
  forgetContexts(data, fail);
  keep({ text: 'a secret', at: 1 });
  expect(existsSync(folder)).toBe(false);
  expect(contexts.last('door', 2)).toBeUndefined();
  contexts.prepare('shop')({ text: 'without it', at: 2 });
  expect(contexts.last('shop', 2)?.text).toBe('without it');
});

test('no more than fifty contexts are kept, and none that is long', () => {
  const { folder, contexts } = machine();
  for (let i = 0; i < 60; i += 1) contexts.prepare(`p${i}`)({ text: 'x', at: Date.now() });
  expect(readdirSync(folder)).toHaveLength(50);
  contexts.prepare('long')({ text: 'x'.repeat(70_000), at: Date.now() });
  expect(readdirSync(folder)).toHaveLength(50);
  expect(contexts.last('long', Date.now())).toBeUndefined();
});

test('nothing is kept in, read from or removed from a folder that somebody else may have laid out', () => {
  const { data, contexts } = machine();
  const other = machine();
  other.contexts.prepare('shop')({ text: 'of another', at: 1 });
  symlinkSync(join(other.data, 'spool'), join(data, 'spool'));
  contexts.prepare('door')({ text: 'mine', at: 1 });
  forgetContexts(data, fail);
  expect(contexts.last('shop', 1)).toBeUndefined();
  expect(readdirSync(other.folder)).toEqual(['shop']);
  const open = machine();
  mkdirSync(join(open.data, 'spool'));
  chmodSync(open.data, 0o777);
  open.contexts.prepare('shop')({ text: 'mine', at: 1 });
  expect(readdirSync(join(open.data, 'spool'))).toEqual([]);
});
