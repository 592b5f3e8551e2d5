import { test } from '@fast-check/vitest';
import fc from 'fast-check';
import { expect } from 'vitest';
import { caseless } from '../../../src/domain/text.js';
import { EVERYTHING, type Visibility } from '../../../src/domain/visibility.js';
import { closestProjects } from '../../../src/queries/closest/closestProjects.js';
import { projectsViews } from '../../support/projectsViews.js';

const ALPHA: Visibility = { kind: 'team', team: 'alpha', savers: true };
const closest = (project: string, names: readonly string[]) =>
  closestProjects(projectsViews(names.map((name) => [name, ''])), { project, sees: EVERYTHING });

test('names that differ in case come first, then misspelt ones, then parts, then beginnings', () => {
  const names = ['my checkout', 'checkout-api', 'chekout', 'Checkout', 'other', 'check'];
  expect(closest('checkout', names)).toEqual(['Checkout', 'chekout', 'check']);
  expect(closest('checkout-ui', ['my checkout', 'checkout-web', 'Check-in'])).toEqual([
    'checkout-web',
  ]);
  expect(closest('café', ['CAFE\u0301', 'cafe'])).toEqual(['CAFE\u0301', 'cafe']);
  expect(closest('chekcotu', ['checkout'])).toEqual(['checkout']);
});

test('names with little in common are not named', () => {
  expect(closest('checkout', ['gateway', 'out', 'c', 'chess'])).toEqual(['out']);
  expect(closest('ab', ['cd', 'abcdef', 'x'])).toEqual([]);
  expect(closest('checkout', [])).toEqual([]);
});

test('a known project has no closest ones', () => {
  expect(closest('checkout', ['checkout', 'Checkout'])).toEqual([]);
});

test('behind a wall, only projects with visible notes are known and named', () => {
  const views = projectsViews([
    ['checkout', 'beta'],
    ['checkouts', 'alpha'],
    ['checkout2', ''],
  ]);
  const asked = (project: string, sees: Visibility) => closestProjects(views, { project, sees });
  expect(asked('checkout', ALPHA)).toEqual(['checkout2', 'checkouts']);
  expect(asked('Checkout', ALPHA)).toEqual(['checkout2', 'checkouts']);
  expect(asked('checkout', EVERYTHING)).toEqual([]);
});

test.prop([
  fc.string({ unit: 'grapheme', maxLength: 90 }),
  fc.array(fc.string({ unit: 'grapheme' })),
])(
  'any names are compared, and another spelling of the asked one is always the first',
  (project, names) => {
    const others = names.filter((name) => caseless(name) !== caseless(project));
    const spelt = project.toUpperCase();
    fc.pre(spelt !== project && caseless(spelt) === caseless(project));
    expect(closest(project, [...others, spelt])[0]).toBe(spelt);
  },
);

test('of very many projects, the first 20,000 are compared', () => {
  const others = Array.from({ length: 19_999 }, (_, i) => `a${i}`);
  expect(closest('chekout', [...others, 'checkout'])).toEqual(['checkout']);
  expect(closest('chekout', [...others, 'b', 'checkout'])).toEqual([]);
});
