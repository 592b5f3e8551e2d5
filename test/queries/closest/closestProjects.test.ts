import { test } from '@fast-check/vitest';
import fc from 'fast-check';
import { expect } from 'vitest';
import { EVERYTHING, type Visibility, wallOf } from '../../../src/domain/caller.js';
import { projectKey } from '../../../src/domain/names.js';
import { closestProjects } from '../../../src/queries/closest/closest.js';
import type { Sql } from '../../../src/sqlite/sqlite.js';
import { addProjects, projectsViews } from '../../support/projectsViews.js';

const ALPHA: Visibility = { kind: 'team', team: 'alpha', savers: true };
const closest = (project: string, names: readonly string[]) =>
  closestProjects(projectsViews(names.map((name) => [name, null])), { project, sees: EVERYTHING });

test('misspelt names come first, then parts, then beginnings', () => {
  const names = ['my checkout', 'checkout-api', 'Chekout', 'other', 'check'];
  expect(closest('checkout', names)).toEqual(['Chekout', 'check', 'my checkout']);
  expect(closest('checkout-ui', ['my checkout', 'checkout-web', 'Check-in'])).toEqual([
    'checkout-web',
  ]);
  expect(closest('café', ['CAFE', 'other'])).toEqual(['CAFE']);
  expect(closest('chekcotu', ['checkout'])).toEqual(['checkout']);
});

test('names with little in common are not named', () => {
  expect(closest('checkout', ['gateway', 'out', 'c', 'chess'])).toEqual(['out']);
  expect(closest('ab', ['cd', 'abcdef', 'x'])).toEqual([]);
  expect(closest('checkout', [])).toEqual([]);
});

test('a known project has no closest ones', () => {
  for (const known of ['checkout', 'Checkout', 'CHECKOUT']) {
    expect(closest('checkout', [known, 'chekout'])).toEqual([]);
  }
});

test('a project is named once, as most of its notes write it', () => {
  const names = ['Checkout', 'CHECKOUT', 'Checkout', 'checkouts'];
  const views = projectsViews(names.map((name) => [name, null]));

  const asked = { project: 'chekout', sees: EVERYTHING };
  expect(closestProjects(views, asked)).toEqual(['Checkout', 'checkouts']);
});

test('behind a wall, only projects with visible notes are known and named', () => {
  const views = projectsViews([
    ['checkout', 'beta'],
    ['checkouts', 'alpha'],
    ['checkout2', null],
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
  'any names are compared, and of a project that is known in another spelling there are none',
  (project, names) => {
    const others = names.filter((name) => projectKey(name) !== projectKey(project));
    const spelt = project.toUpperCase();
    fc.pre(projectKey(spelt) === projectKey(project));
    expect(closest(project, [...others, spelt])).toEqual([]);
    expect(others).toEqual(expect.arrayContaining([...closest(project, others)]));
  },
);

/** Counts a note of each of so many projects, whose names begin with `a`. */
function countMany(views: Sql, projects: number): void {
  views.run(
    `WITH RECURSIVE numbers (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM numbers WHERE i < ?)
     INSERT INTO count_groups (dimension, project) SELECT 'project', 'a' || i FROM numbers`,
    [projects],
  );
  views.run(
    `INSERT INTO counts SELECT number, project, ?, 1 FROM count_groups WHERE project LIKE 'a%'`,
    [wallOf(null)],
  );
}

test('of very many projects, the first 20,000 are compared', () => {
  const views = projectsViews([['checkout', null]]);
  countMany(views, 19_999);
  const asked = { project: 'chekout', sees: EVERYTHING };
  expect(closestProjects(views, asked)).toEqual(['checkout']);
  addProjects(views, [['b', null]]);
  expect(closestProjects(views, asked)).toEqual([]);
});
