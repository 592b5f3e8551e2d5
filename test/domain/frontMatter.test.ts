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
          const fences = /^\uFEFF?(---\r?\n)?(---(\r?\n)?)?$/;
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
      ...{ a: '2026', b: 'true', c: '', d: '2026-11-01T10:00:00Z', e: ['1', 'null'], f: 'x' },
    });
  });

  test('a key that is there twice has its last value', () => {
    expect(readFrontMatter('a: 1\na: 2\n')).toEqual({ a: '2' });
  });

  test.each(['', '\n', '# a comment\n'])('%j has no keys', (yaml) => {
    expect(readFrontMatter(yaml)).toEqual({});
  });

  test.each([...['- a\n', 'a', 'a: [', 'a: b: c', 'a: *unknown'], `a: ${'b'.repeat(600_000)}`])(
    'what is no mapping, or no YAML, or too long, is undefined',
    (yaml) => {
      expect(readFrontMatter(yaml)).toBeUndefined();
    },
  );

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
