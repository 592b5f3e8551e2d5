import { expect, test } from 'vitest';
import { type SharedLogFacts, sharedLogChecks } from '../../../src/cli/doctor/sharedLog.js';

const HASH = Buffer.alloc(32, 1);
const seen = { instance: 'a', position: 2000, hashAtCopy: HASH };

/** A node that is well, with other facts where a test needs them. */
function node(other: Partial<SharedLogFacts> = {}): SharedLogFacts {
  const copied = { instance: 'a', answers: 0 };
  return { copied, copy: { position: 2000, hash: HASH }, shared: seen, ...other };
}

const statesOf = (facts: SharedLogFacts | undefined) =>
  sharedLogChecks(facts).map(({ name, state, type }) => [name, state, type]);

test('nothing is said of a vault that is shared by nobody', () => {
  expect(sharedLogChecks(undefined)).toEqual([]);
});

test('a node that has all events, some fewer, or none yet, is well', () => {
  const well = [
    ['shared log', 'ok', undefined],
    ['copy', 'ok', undefined],
  ];
  expect(statesOf(node())).toEqual(well);
  expect(statesOf(node({ copy: { position: 1990, hash: HASH } }))).toEqual(well);
  expect(statesOf(node({ copy: undefined, copied: undefined }))).toEqual(well);
  const [, far] = sharedLogChecks(node({ copy: { position: 5, hash: HASH } }));
  expect(far).toMatchObject({ state: 'warn', says: expect.stringContaining('1995 events behind') });
});

test('a shared log that does not answer, a fork, another log and a log of its own are wrong, with what to type', () => {
  expect(statesOf(node({ shared: { why: 'nobody listens' } }))).toEqual([
    ['shared log', 'wrong', undefined],
  ]);
  const wrongCopy = (other: Partial<SharedLogFacts>) => statesOf(node(other))[1];
  for (const hashAtCopy of [undefined, Buffer.alloc(32, 2)])
    expect(wrongCopy({ shared: { ...seen, hashAtCopy } })).toEqual([
      'copy',
      'wrong',
      'memory-vault log lost',
    ]);
  expect(wrongCopy({ copied: { instance: 'b', answers: 0 } })).toEqual([
    'copy',
    'wrong',
    undefined,
  ]);
  expect(wrongCopy({ copied: undefined })).toEqual(['copy', 'wrong', 'memory-vault help migrate']);
});
