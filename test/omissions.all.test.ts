import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { compilerOf } from './omissions/compiler.js';
import { MISTAKES, RECIPES, UNNOTICED } from './omissions/recipes.js';
import { type Ran, runTests } from './omissions/runTests.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const compiler = compilerOf(ROOT);

const touched = [
  ...Object.values(RECIPES).flatMap((steps) => steps.flatMap(({ foundIn }) => foundIn ?? [])),
  ...Object.values(MISTAKES).map(({ foundIn }) => foundIn),
];
const WHERE = [...new Set(touched)];

test('nothing is reported where omissions are looked for', () => {
  expect(WHERE.length).toBeGreaterThan(10);
  expect(compiler.errorsIn([], WHERE)).toEqual([]);
});

test('all steps of all recipes together compile', () => {
  const planted = Object.values(RECIPES).flatMap((steps) => steps.flatMap((step) => step.planted));
  expect(compiler.errorsIn(planted)).toEqual([]);
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

test('what the compiler cannot find, a test finds, and no other test minds', async () => {
  const all = Object.values(UNNOTICED);
  const planted = new Set(all.flatMap((one) => one.planted));
  const files = all.map(({ foundBy }) => foundBy);
  const before = await runTests(ROOT, [], [...new Set(files)]);
  const after = await runTests(ROOT, [...planted], [...new Set(files)]);
  const failed = after.failed.filter((one) => !before.failed.some((other) => isSame(one, other)));
  const rules = new Map(failed.map((ran) => [`${ran.file} ${ruleOf(ran)}`, ran.file]));
  expect([...rules.values()].sort()).toEqual(files.sort());
  expect(after.passed.length).toBeGreaterThan(10);
});

/** The title of a test without the golden log that it runs on: one rule fails once, however many logs there are. */
const ruleOf = ({ name }: Ran) => name.replace(/release \S+/, 'release');

function isSame(one: Ran, other: Ran): boolean {
  return one.file === other.file && one.name === other.name;
}
