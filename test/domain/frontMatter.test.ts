import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readFrontMatter, splitFrontMatter } from '../../src/domain/frontMatter.js';
import { oddStrings } from '../support/oddValues.js';

describe('splitFrontMatter', () => {
  test.each([
    ['---\na: b\n---\nbody\n', { yaml: 'a: b\n', body: 'body\n' }],
    ['---\r\na: b\r\n---\r\nbody', { yaml: 'a: b\r\n', body: 'body' }],
    ['\uFEFF---\na: b\n---\nbody', { yaml: 'a: b\n', body: 'body' }],
    ['---\n---\n', { yaml: '', body: '' }],
    ['---\na: b\n---', { yaml: 'a: b\n', body: '' }],
    ['---\na: b\n---\n---\n', { yaml: 'a: b\n', body: '---\n' }],
    ['---\na: b\n ---\n---- \n---x\n', { body: '---\na: b\n ---\n---- \n---x\n' }],
    ['--- \na: b\n---\t\nbody', { yaml: 'a: b\n', body: 'body' }],
    ['---', { body: '---' }],
    ['text\n---\na: b\n---\n', { body: 'text\n---\na: b\n---\n' }],
    ['', { body: '' }],
  ])('%j', (text, parts) => {
    expect(splitFrontMatter(text)).toEqual(parts);
  });

  test('nothing of a text is lost', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.constantFrom('---', '\n', '\r\n'), oddStrings)),
        (pieces) => {
          const text = pieces.join('');
          const { yaml, body } = splitFrontMatter(text);
          const kept = text.endsWith(body) && (yaml === undefined || text.includes(yaml));
          const fences = /^\uFEFF?(---[ \t]*\r?\n)?(---[ \t]*(\r?\n)?)?$/;
          const rest = text.slice(0, text.length - body.length).replace(yaml ?? '', '');
          expect(kept && fences.test(rest)).toBe(true);
        },
      ),
    );
  });
});

describe('readFrontMatter', () => {
  test('every scalar is the text that stands there', () => {
    const yaml = 'a: 2026\nb: true\nc:\nd: 2026-11-01T10:00:00Z\ne: [1, null]\nf: "x"\n';
    expect(readFrontMatter(yaml)).toEqual({
      a: '2026',
      b: 'true',
      c: '',
      d: '2026-11-01T10:00:00Z',
      e: ['1', 'null'],
      f: 'x',
    });
  });

  test('a key that is there twice has its last value', () => {
    expect(readFrontMatter('a: 1\na: 2\n')).toEqual({ a: '2' });
  });

  test.each(['', '\n', '# a comment\n'])('%j has no keys', (yaml) => {
    expect(readFrontMatter(yaml)).toEqual({});
  });

  test.each([
    '- a\n',
    'a',
    'some: prose? no\na'.slice(15),
    '[a',
    '\t: b: c',
    `a: ${'b'.repeat(600_000)}`,
  ])('what is no mapping, does not begin with a key, or is too long, is undefined', (yaml) => {
    expect(readFrontMatter(yaml)).toBeUndefined();
  });

  test.each([
    [
      'title: Governance (Split: Core)\ntags:\n- a\n- b',
      { title: 'Governance (Split: Core)', tags: ['a', 'b'] },
    ],
    ['title: @handle\r\ncreated: 2025-03-01\r\n', { title: '@handle', created: '2025-03-01' }],
    ['title: %done\ntags: a, b', { title: '%done', tags: 'a, b' }],
    ['title: [WIP] Split\ntags: [a, "b c"]', { title: '[WIP] Split', tags: ['a', 'b c'] }],
    ['title: "Said: \'x\'": y\nx: 1', { title: '"Said: \'x\'": y', x: '1' }],
    ['title: a: b\ntags:\n\t- x\n\t- y', { title: 'a: b', tags: ['x', 'y'] }],
    ['title: a: b\ntags: [#x, #y]', { title: 'a: b', tags: ['#x', '#y'] }],
    [
      'title: a: b\n  and more: of it\ncreated: 2025-03-01T10:00:00Z',
      { title: 'a: b and more: of it', created: '2025-03-01T10:00:00Z' },
    ],
    ['title: a: b\ntitle: c', { title: 'c' }],
    ['# a comment\ntitle: `code`: x\n', { title: '`code`: x' }],
    ['a: *unknown', { a: '*unknown' }],
  ])('what is no YAML is read line by line: %j', (yaml, fields) => {
    expect(readFrontMatter(yaml)).toEqual(fields);
  });

  test.each([
    ['tags: #a #b\n', { tags: '#a #b' }],
    ['tags:\n  - #a\n  - "#b"\n', { tags: ['#a', '#b'] }],
    ['a: b # a comment\nc: # another\n', { a: 'b', c: '' }],
    ['text: |\n  - #a\n', { text: '- #a\n' }],
  ])('a hashtag is a value, and no comment: %j', (yaml, fields) => {
    expect(readFrontMatter(yaml)).toEqual(fields);
  });

  test('many lines that are no YAML are read line by line', () => {
    const items = Array.from({ length: 20_000 }, () => '- x').join('\n');
    expect(readFrontMatter(`a: b: c\nd:\n${items}`)?.d).toHaveLength(20_000);
    expect(readFrontMatter(`a: b: c\n${'x\n'.repeat(40_000)}`)?.a).toHaveLength(80_004);
  });

  test.each([
    ['['.repeat(200_000)],
    ['{a: '.repeat(100_000)],
    ['- '.repeat(200_000)],
    ['? '.repeat(200_000)],
    [Array.from({ length: 900 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n')],
    [Array.from({ length: 900 }, (_, depth) => `${' '.repeat(depth)}- -`).join('\n')],
  ])('nesting that could use up the stack is not read', (yaml) => {
    expect(readFrontMatter(yaml)).toBeUndefined();
  });
});
