import { expect, test } from 'vitest';
import { boundedLog } from '../../../src/log/sqlite/logReader.js';
import { plainFilter } from '../../support/plainFilter.js';
import { saveNote } from '../../support/saveNote.js';
import { testApp } from '../../support/testApp.js';

test('a bounded log ends at its bound until the bound is removed', async () => {
  const { log, ...app } = await testApp({}, { filter: plainFilter });
  for (const title of ['one', 'two', 'three']) await saveNote({ log, ...app }, { title });
  const bounded = boundedLog(log, 2);
  const positions = async () => (await bounded.readAfter(0, 10)).map(({ position }) => position);
  expect(await bounded.head()).toEqual({ position: 2, hash: await log.hashAt(2) });
  expect(await positions()).toEqual([1, 2]);
  expect(await bounded.hashAt(3)).toBeUndefined();
  bounded.removeBound();
  expect(await bounded.head()).toEqual(await log.head());
  expect(await positions()).toEqual([1, 2, 3]);
  expect(await bounded.hashAt(3)).toEqual(await log.hashAt(3));
});

test('a log that is shorter than its bound keeps its own end', async () => {
  const { log } = await testApp({}, { filter: plainFilter });
  expect(await boundedLog(log, 5).head()).toEqual(await log.head());
});
