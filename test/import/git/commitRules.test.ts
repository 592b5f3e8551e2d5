import { describe, expect, test } from 'vitest';
import type { Commit } from '../../../src/import/git/commitLog.js';
import { findingIn } from '../../../src/import/git/commitRules.js';

const commit = (message: string, more: Partial<Commit> = {}): Commit => ({
  hash: '0'.repeat(40),
  author: 'Ada',
  email: 'ada@example.org',
  at: 0,
  message,
  files: ['src/a.ts'],
  ...more,
});
const found = (message: string, more?: Partial<Commit>) => findingIn(commit(message, more));

const REASON =
  'The pool was closed before its last job ended, which caused a hang because nobody answered it any more.';
const CHANGES =
  'This adds a new field to the answer, and the table of the page shows it in a column.';

describe('a fix', () => {
  test.each([
    ['fix: wait for the last job', 'wait for the last job'],
    ['fix(pool)!: wait for the last job (#12)', 'wait for the last job'],
    ['Fix a hang of the pool (#12) (#13)', 'Fix a hang of the pool'],
    ['Fix a hang (of the pool)(#12, owner/name#13). gh-14', 'Fix a hang (of the pool)'],
    // Numbers that do not end it take no longer the more there are.
    ...['#1111', '(#1)', ' #1,'].map((number): [string, string] => {
      const subject = `Fix a hang ${number.repeat(90)}!`;
      return [subject, subject];
    }),
    ['Bugfix: wait for the last job', 'wait for the last job'],
    ['[Fix] wait for the last job', 'wait for the last job'],
    ['pool: avoid a deadlock', 'pool: avoid a deadlock'],
  ])('%s', (subject, title) => {
    expect(found(`${subject}\n\n${REASON}\n\nCloses #12`)).toEqual({
      kind: 'fix',
      type: 'bugfix',
      title,
      content: REASON,
    });
  });

  test.each([
    ['no body', 'fix: a', 'it explains nothing'],
    ['a short one', 'fix: a\n\nBecause of b.', 'it explains nothing'],
    ['only what it changes', `fix: a\n\n${CHANGES} ${CHANGES}`, 'it gives no reason'],
    [
      'subjects that were squashed',
      `fix: a\n\n${'* fix: because of b and c\n'.repeat(9)}`,
      'it explains nothing',
    ],
    ['code alone', `fix: a\n\n\`\`\`\n${REASON}\n\`\`\``, 'it explains nothing'],
    ['a leak that is gone', `fix: a leak in b\n\n${REASON}`, 'it gives no reason'],
    [
      'what a linter asked for',
      `fix: a\n\n${REASON} The linter says so.`,
      'it is about tests, documents or builds',
    ],
    ['a test', `fix: a flaky test\n\n${REASON}`, 'it is about tests, documents or builds'],
    ['documents', `docs: fix a\n\n${REASON}`, 'it raises a version, or is routine'],
    ['a version', `Bump a from 1.0 to 1.1\n\n${REASON}`, 'it raises a version, or is routine'],
  ])('is none with %s', (_, message, reason) => {
    expect(found(message)).toBe(reason);
  });

  test.each([
    ['programs', { author: 'dependabot[bot]' }, 'it is by a program'],
    ['programs by their address', { email: '1+renovate[bot]@example.org' }, 'it is by a program'],
    [
      'many files',
      { files: Array.from({ length: 51 }, (_, i) => `src/${i}.ts`) },
      'it changes more than 50 files',
    ],
    [
      'vendored files',
      { files: ['vendor/a/b.go', 'go.sum'] },
      'all that it changes was made elsewhere',
    ],
    [
      'tests and documents',
      { files: ['test/a.ts', 'docs/a.md'] },
      'it is about tests, documents or builds',
    ],
    ['nothing', { files: [] }, 'it changes nothing'],
  ])('is none of %s', (_, more, reason) => {
    expect(found(`fix: a\n\n${REASON}`, more)).toBe(reason);
  });
});

describe('a revert', () => {
  const standard = 'This reverts commit 0123456789012345678901234567890123456789.';

  test('says what was taken back, and why', () => {
    const why = 'It breaks searches with more than one word, as the index does not know of them.';
    expect(found(`Revert "feat(search): index pairs (#7)" (#9)\n\n${standard}\n\n${why}`)).toEqual({
      kind: 'revert',
      type: 'antipattern',
      title: 'Reverted: index pairs',
      content: why,
    });
  });

  test('that harmed nobody is a learning', () => {
    const why = 'We do not need it any more, now that every client asks the vault itself for it.';
    expect(found(`Revert "Keep a copy"\n\n${standard} ${why}`)).toMatchObject({
      type: 'learning',
      title: 'Reverted: Keep a copy',
      content: why,
    });
  });

  test.each(['Revert "Revert "Keep a copy""', 'Reapply "Keep a copy"'])(
    'taken back: %s',
    (subject) => {
      const why = 'The copy was not the problem, as it turned out: the index was broken before.';
      expect(found(`${subject}\n\n${standard}\n\n${why}`)).toMatchObject({
        type: 'learning',
        title: 'Brought back: Keep a copy',
        content: why,
      });
    },
  );

  test('without a reason says nothing', () => {
    expect(found(`Revert "Keep a copy"\n\n${standard}`)).toBe('it is a revert without a reason');
  });

  test('is no commit that lists one among others', () => {
    expect(found(`feat: b\n\n* a\n* Revert "a"\n* ${standard}`)).toBe('it explains nothing');
  });
});

describe('a decision', () => {
  const because = 'Answers take longer because each of them is asked for again.';

  test.each([
    `We decided to keep the index in memory, and to build it anew at each start of the service. ${because}`,
    `The index is a trade-off between memory and the time of a start; it is built at each of them.`.padEnd(
      101,
      '.',
    ),
    `The service asks for each answer rather than for all of them at once, as the memory would not hold them. ${'It does so in the order of the questions, '.repeat(4)}`,
  ])('%s', (body) => {
    expect(found(`Keep the index\n\n${body}`)).toMatchObject({
      kind: 'decision',
      type: 'decision',
      title: 'Keep the index',
    });
  });

  test.each([
    `${CHANGES} ${because}`,
    `${CHANGES} It shows names instead of numbers, and is sorted by them from now on.`,
  ])('is none: %s', (body) => {
    expect(found(`Show a column\n\n${body}`)).toBe('it is neither a fix nor a decision');
  });
});

test('a file of code may have the name of a changelog', () => {
  expect(found(`fix: a\n\n${REASON}`, { files: ['src/changes.ts', 'CHANGES'] })).toMatchObject({
    kind: 'fix',
  });
});
