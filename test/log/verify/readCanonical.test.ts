import fc from 'fast-check';
import canonical from 'fast-json-stable-stringify';
import { expect, test } from 'vitest';
import { GUARD_FIELDS } from '../../../src/log/guards.js';
import { readCanonical } from '../../../src/log/verify/readCanonical.js';

// Names that objects have a meaning for, that sort otherwise as numbers, and that need escapes.
const name = fc.oneof(
  fc.constantFrom(
    '',
    'data',
    'session_id',
    '__proto__',
    'toString',
    '10',
    '9',
    'é',
    '"',
    '\\',
    '𝄞',
  ),
  fc.string({ unit: 'binary' }),
);
const leaf = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('\u0007', '\n"\\\t', '\ud800', '\u2028', '𝄞', -0, 1e21, 0.1, -12, 2 ** 53, 1e15),
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
);
const value = fc.letrec((tie) => ({
  value: fc.oneof({ depthSize: 'small' }, leaf, tie('list'), tie('object')),
  list: fc.array(tie('value'), { maxLength: 4 }),
  object: fc.dictionary(name, tie('value'), { maxKeys: 5 }),
})).value;

/** A text as somebody may have changed it: a few characters of another kind, or in another place. */
const edited = fc
  .record({
    text: value.map((one) => canonical(one)),
    edits: fc.array(
      fc.record({
        place: fc.nat(200),
        gone: fc.nat(3),
        put: fc.constantFrom(
          '',
          ' ',
          '"',
          '\\',
          '0',
          '-',
          '1.0',
          '\\u0041',
          '\\/',
          ',',
          '"a":1,',
          '\n',
        ),
      }),
      { maxLength: 2 },
    ),
  })
  .map(({ text, edits }) =>
    edits.reduce((now, { place, gone, put }) => {
      const at = place % (now.length + 1);
      return now.slice(0, at) + put + now.slice(at + gone);
    }, text),
  );

const texts = fc.oneof(
  edited,
  value.map((one) => JSON.stringify(one)),
  value.map((one) => JSON.stringify(one, null, 1)),
);

test('what is read at first sight is canonical, and means what JSON means', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const read = readCanonical(text);
      if (read === undefined) return;
      const meant: unknown = JSON.parse(text);
      expect(read).toEqual(meant);
      expect(canonical(meant)).toBe(text);
    }),
    { numRuns: 5000 },
  );
});

const ordinary = fc.dictionary(
  // That one is left to the parser.
  fc.string({ unit: 'grapheme-ascii' }).filter((name) => name !== '__proto__'),
  fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.maxSafeInteger().map((n) => n % 1e15 || 0),
    fc.boolean(),
  ),
);

test('a body of texts, whole numbers and lists is read at first sight', () => {
  fc.assert(
    fc.property(ordinary, fc.array(ordinary), (data, list) => {
      const body = { data: { ...data, list }, request: null };
      expect(readCanonical(canonical(body))).toEqual(JSON.parse(canonical(body)));
    }),
  );
});

test('of members that are not kept the values are looked at all the same', () => {
  const body = { data: { content: 'a "b"\n', content_hash: 'c', session_id: null, tags: ['t'] } };
  const text = canonical(body);
  const kept = { data: { content_hash: 'c', session_id: null } };
  expect(readCanonical(text, GUARD_FIELDS)).toEqual(kept);
  for (const [from, to] of [
    ['["t"]', '[ "t"]'],
    ['["t"]', '["\\u0041"]'],
    ['["t"]', '["t",]'],
    ['["t"]', '{"b":1,"a":2}'],
    ['"tags"', '"tags","tags"'],
    ['"tags"', '"content"'],
    ['}}', '}} '],
    ['}}', '}'],
  ] as const) {
    expect(readCanonical(text.replace(from, to), GUARD_FIELDS)).toBeUndefined();
  }
});
