import { afterAll, beforeAll, expect, test } from 'vitest';
import { secretFinder } from '../../src/privacy/findSecrets.js';
import { charactersOf, positionsOf, whySlow } from '../../src/privacy/patterns/linearPattern.js';
import { patternTree } from '../../src/privacy/patterns/patternTree.js';
import { readHarmlessTable } from './harmlessTable.js';
import { readSecretTable } from './secretTable.js';

const { exec } = RegExp.prototype;
const ran = new Map<string, RegExp>();
const texts = [...readSecretTable().map(({ text }) => text), ...readHarmlessTable()];

/** Records every pattern that is run while all rules read all texts, those of libraries too. */
beforeAll(async () => {
  RegExp.prototype.exec = function (this: RegExp, text: string) {
    ran.set(String(this), this);
    return exec.call(this, text);
  };
  const find = secretFinder([], (rules) => () => rules);
  for (const text of texts) await find(text);
  RegExp.prototype.exec = exec;
});

afterAll(() => {
  RegExp.prototype.exec = exec;
});

/** Those that search a text or go on from a place in it; the others only see short pieces of it. */
const readers = () => [...ran.values()].filter(({ global, sticky }) => global || sticky);

test('every pattern that reads a text is linear by proof, whatever the text', () => {
  expect(readers().length).toBeGreaterThan(100);
  const slow = readers().flatMap((pattern) => {
    const why = reasonOf(pattern);
    return why === undefined ? [] : [`${pattern}: ${why}`];
  });
  expect(slow).toEqual([]);
});

/** A look-behind at the beginning says where runs begin. What is sticky begins at one place only. */
function reasonOf({ source, flags, sticky }: RegExp): string | undefined {
  const [, behind] = /^\(\?<!(\[(?:\\.|[^\]\\])*\]|\\.[^)]*|.)\)/.exec(source) ?? [];
  const kept = flags.replace(/[^iu]/g, '');
  const positions = positionsOf(patternTree(source, 'asserted'), kept);
  const run = behind === undefined ? undefined : charactersOf(behind, kept);
  // How many ways there are at one place is not the question here: lab/bench/privacy.ts shows what they cost.
  return whySlow(sticky ? { ...positions, first: [] } : positions, run, Number.POSITIVE_INFINITY);
}

test.each([/a+b/g, /(?<!x)a+b/g, /\w+@/g, /x\d+\d+y/y])(
  'the proof would see that %s is not',
  (pattern) => {
    expect(reasonOf(pattern)).toBeDefined();
  },
);
