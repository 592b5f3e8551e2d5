import pc from 'picocolors';
import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import type { Check, CheckState } from '../../../src/cli/doctor/check.js';
import { screenOf, sumOf } from '../../../src/cli/doctor/screen.js';

const check = (state: CheckState, other: Partial<Check> = {}): Check => ({
  group: 'Service',
  name: 'reachable',
  state,
  says: 'it is as it is',
  ...other,
});
const plain = { columns: 80, colours: pc.createColors(false) };

test('marks, words, commands and the sum of what is to be done', () => {
  const checks = [
    check('wrong', { type: 'memory-vault serve' }),
    check('warn', { group: 'Program', name: 'Node' }),
  ];
  expect(screenOf(checks, plain)).toBe(
    [
      'Program',
      '  ! warn    Node: it is as it is',
      '',
      'Service',
      '  ✗ wrong   reachable: it is as it is',
      '            → memory-vault serve',
      '',
      '1 thing to mend, 1 to look at',
    ].join('\n'),
  );
});

test('a command that mends several lines stands once below them', () => {
  const behind = (name: string) =>
    check('warn', { group: 'Read models', name, type: 'memory-vault rebuild' });
  expect(
    screenOf([behind('prompts'), behind('search')], plain)
      .split('\n')
      .slice(1, 4),
  ).toEqual([
    '  ! warn    prompts: it is as it is',
    '  ! warn    search: it is as it is',
    '            → memory-vault rebuild',
  ]);
});

test.each([
  [['ok'], 'all is well'],
  [['wrong', 'wrong', 'wrong', 'warn'], '3 things to mend, 1 to look at'],
  [['warn', 'ok'], '1 thing to look at'],
  [['unknown', 'warn', 'warn'], '2 things to look at, 1 not known'],
] as const)('%j is summed up as: %s', (states, sum) => {
  expect(sumOf(states.map((state) => check(state)))).toBe(sum);
});

test.each([40, 80])('no line is wider than %d columns, whatever script it is in', (columns) => {
  const says =
    'a sentence of many words, 記憶 の 金庫 は 記憶 の 金庫 です, and more of the like '.repeat(4);
  const screen = screenOf([check('unknown', { says })], {
    columns,
    colours: pc.createColors(false),
  });
  for (const line of screen.split('\n')) expect(stringWidth(line)).toBeLessThanOrEqual(columns);
});

test('a path that is wider than the screen stays in one piece', () => {
  const path = `/home/ada/${'vault/'.repeat(20)}`;
  expect(
    screenOf([check('ok', { says: `in ${path}` })], {
      columns: 40,
      colours: pc.createColors(false),
    }),
  ).toContain(path);
});

test('control characters of files and services do not reach the terminal', () => {
  const evil = check('wrong', {
    says: 'a\u001b[2Jb\u009bc\r\nd',
    name: 'x\u0007',
    type: 'y\u202e',
  });
  const screen = screenOf([evil], plain);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
  expect(screen).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
  expect(screen).toContain('<U+001B>');
});

test('colours are there only when they are asked for', () => {
  expect(screenOf([check('ok')], { ...plain, colours: pc.createColors(true) })).toContain(
    '\u001b[32m',
  );
  expect(screenOf([check('ok')], plain)).not.toContain('\u001b');
});
