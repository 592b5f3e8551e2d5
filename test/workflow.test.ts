import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

const ROOT = new URL('../', import.meta.url);
const read = (file: string) => readFileSync(new URL(file, ROOT), 'utf8');
const ci: string = read('.ci/run');
const workflow = parse(read('.github/workflows/ci.yml'));
const matrix: readonly { node: number; turn: number }[] =
  workflow.jobs.test.strategy.matrix.include;

test('the workflow of a contributor tests under the Nodes of .ci/run', () => {
  const [, nodes = ''] = /^nodes=\((.*)\)$/m.exec(ci) ?? [];
  expect(matrix.map(({ node }) => String(node))).toEqual(nodes.split(' '));
});

test('the workflow runs each quarter of the rest once, under another Node each time', () => {
  expect(matrix.map(({ turn }) => turn)).toEqual([0, 1, 2, 3]);
});

test('both run npm test, and a quarter of the rest', () => {
  const steps: readonly { run?: string }[] = workflow.jobs.test.steps;
  for (const text of [ci, steps.map(({ run }) => run).join('\n')]) {
    expect(text).toMatch(/^npm test$/m);
    expect(text).toMatch(/^npm run test:all -- --part ".*\/4"$/m);
  }
});

test('the workflow needs no secret', () => {
  expect(read('.github/workflows/ci.yml')).not.toContain('secrets.');
  expect(workflow.permissions).toEqual({ contents: 'read' });
});
