import { describe, expect, it } from 'vitest';
import { parseShape, patternBeside, patternOf } from '../../src/privacy/tokens/notation.js';

describe('the notation of shapes', () => {
  it('is made of literals, runs of characters and choices', () => {
    expect(parseShape('ab.«hex:4»(x|«digits:2-3»)(y«mixed:1+»)?\\|')).toEqual([
      { literal: 'ab.' },
      { alphabet: 'hex', least: 4, most: 4 },
      { choice: [[{ literal: 'x' }], [{ alphabet: 'digits', least: 2, most: 3 }]] },
      {
        choice: [
          [{ literal: 'y' }, { alphabet: 'mixed', least: 1, most: Number.POSITIVE_INFINITY }],
          [],
        ],
      },
      { literal: '|' },
    ]);
  });

  it.each(['«hexx:3»', '«hex»', '(a', 'a)', 'a|b', '(a))?', ''])('refuses %j', (shape) => {
    expect(() => parseShape(shape)).toThrow(`no shape of a token: ${shape}`);
  });
});

describe('the pattern of a token', () => {
  const found = (shape: string, text: string, how = {}) => text.match(patternOf(shape, how))?.[0];

  it('begins where a word begins', () => {
    expect(found('ab-«hex:4»', 'x_ab-12cd.')).toBe('ab-12cd');
    expect(found('ab-«hex:4»', 'xab-12cd.')).toBeUndefined();
    expect(found('ab-«hex:4»', 'xab-12cd.', { inside: true })).toBe('ab-12cd');
    expect(found('ab-«hex:4»', 'x_ab-12cd.', { apart: true })).toBeUndefined();
  });

  it('ends where its last characters end, when they are counted', () => {
    expect(found('ab-«hex:4»', 'ab-12cde')).toBeUndefined();
    expect(found('ab-«hex:4+»', 'ab-12cde!')).toBe('ab-12cde');
    expect(found('ab-«hex:4»«pad:0-2»', 'ab-12cd==')).toBe('ab-12cd==');
  });

  it('begins with all of a run or not at all', () => {
    expect(found('«hex:4»-z', '12cd-z')).toBe('12cd-z');
    expect(found('«hex:4»-z', '112cd-z')).toBeUndefined();
    expect(found('«digits:4»-z', 'bot1234-z')).toBe('1234-z');
  });

  it('minds the case of letters unless it is told not to', () => {
    expect(found('ab-«hex:4»', 'AB-12cd')).toBeUndefined();
    expect(found('ab-«hex:4»', 'AB-12cd', { anyCase: true })).toBe('AB-12cd');
  });
});

describe('a value behind a keyword', () => {
  const found = (text: string) => patternBeside(['acme', 'acmecloud'], '«hex:8»').exec(text)?.[2];
  const value = '12cd34ef';

  it.each([
    `acme_key=${value}`,
    `ACME_API_KEY: "${value}"`,
    `"acme-key": "${value}"`,
    `\\"acme-key\\":\\"${value}\\"`,
    `acmeKey => '${value}'`,
    `AcmeKey := \`${value}\``,
    `ACME ?= ${value}`,
    `ACME :::= ${value}`,
    `$acmeKey .= "${value}"`,
    `set("ACME_KEY", "${value}")`,
    `config['acme'] = '${value}'`,
    `<acmeKey>\n    ${value}\n</acmeKey>`,
    `the acme key is ${value}`,
    `acmecloud: ${value}`,
  ])('is found in %s', (text) => {
    expect(found(text)).toBe(value);
  });

  it.each([
    `acme ${value}`,
    `acme, ${value}`,
    `acme_key=${value}0`,
    `key=${value} acme`,
    `acme is not the ${value}`,
    `acme: a page about whatever else: ${value}`,
  ])('is not found in %s', (text) => {
    expect(found(text)).toBeUndefined();
  });
});
