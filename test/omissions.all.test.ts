import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { compilerOf } from './omissions/compiler.js';
import { MISTAKES, RECIPES, UNNOTICED } from './omissions/recipes.js';
import { failingTests } from './omissions/runTests.js';
import { partOf, parts } from './support/depth.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const compiler = compilerOf(ROOT);

const touched = [
  ...Object.values(RECIPES).flatMap((steps) => steps.flatMap(({ foundIn }) => foundIn ?? [])),
  ...Object.values(MISTAKES).map(({ foundIn }) => foundIn),
];
const WHERE = [...new Set(touched)];
/** Of all files of `src`. */
const PARTS = parts(10);

test('nothing is reported where omissions are looked for', () => {
  expect(WHERE.length).toBeGreaterThan(10);
  expect(compiler.errorsIn([], WHERE)).toEqual([]);
});

test.each(PARTS)(`all steps of all recipes together compile (%i of ${PARTS.length})`, (part) => {
  const planted = Object.values(RECIPES).flatMap((steps) => steps.flatMap((step) => step.planted));
  expect(compiler.errorsIn(planted, partOf(compiler.sources, part, PARTS))).toEqual([]);
});

test.each(Object.entries(RECIPES))(
  'all steps for %s compile where one of them is missed',
  (_what, steps) => {
    const planted = steps.flatMap((step) => step.planted);
    expect(compiler.errorsIn(planted, WHERE)).toEqual([]);
  },
);

const omissions = Object.entries(RECIPES).flatMap(([what, steps]) =>
  steps.flatMap((left) => {
    if (left.foundIn === undefined) return [];
    const planted = steps.filter((step) => step !== left).flatMap((step) => step.planted);
    return [{ what, does: left.does, planted, foundIn: left.foundIn }];
  }),
);

test.each(omissions)('$what: the compiler finds it when nobody $does', ({ planted, foundIn }) => {
  expect(compiler.errorsIn(planted, [foundIn])).not.toEqual([]);
});

test.each(Object.entries(MISTAKES))('the compiler finds %s', (_mistake, { planted, foundIn }) => {
  expect(compiler.errorsIn(planted, [foundIn])).not.toEqual([]);
});

const unnoticed = Object.values(UNNOTICED);
const everything = [...new Set(unnoticed.flatMap(({ planted }) => planted))];

test.each([...new Set(unnoticed.map(({ foundBy }) => foundBy))])(
  'what the compiler cannot find, a test in %s finds, and no other test there minds',
  async (file) => {
    const rules = new Set((await failingTests(ROOT, everything, file)).map(ruleOf));
    expect(rules.size, [...rules].join()).toBe(
      unnoticed.filter((one) => one.foundBy === file).length,
    );
  },
);

/** The title of a test without the golden log that it runs on: one rule fails once, however many logs there are. */
const ruleOf = (name: string) => name.replace(/release \S+/, 'release');
