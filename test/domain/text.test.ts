import { fc, test as prop } from '@fast-check/vitest';
import { afterEach, expect, test, vi } from 'vitest';
import { normalisedText } from '../../src/domain/fields.js';
import { parse } from '../../src/domain/parse.js';
import { formC } from '../../src/domain/unicode.js';

afterEach(() => vi.restoreAllMocks());

/** Two marks that `normalize` sorts, in the wrong order. */
const MARKS = '\u0301\u0316';
const marks = (count: number) => MARKS.repeat(count / 2);

/** Records the texts that are normalised meanwhile. */
function recordNormalised(): string[] {
  const texts: string[] = [];
  const { normalize } = String.prototype;
  vi.spyOn(String.prototype, 'normalize').mockImplementation(function (this: string, form) {
    texts.push(String(this));
    return normalize.call(this, form);
  });
  return texts;
}

const units = fc.constantFrom('a', 'e', ' ', '😀', '\u1100', '\u1161', 'ก', '\ufb2c', ...MARKS);
const texts = fc
  .array(
    fc.oneof(
      units,
      fc.integer({ min: 1, max: 50 }).map((count) => '\u0316'.repeat(count)),
    ),
  )
  .map((parts) => parts.join(''));

prop.prop([texts])('the form of a form is the same, and no mark is lost', (text) => {
  const form = formC(text);
  expect(formC(form)).toBe(form);
  expect(form.normalize('NFD')).toBe(text.normalize('NFD'));
});

prop.prop([fc.string({ unit: fc.oneof(units, fc.string({ unit: 'binary', maxLength: 1 })) })])(
  'without a run of more than 30 marks it is the form C of Unicode',
  (text) => {
    fc.pre(!/\p{M}{31}/u.test(text));
    expect(formC(text)).toBe(text.normalize('NFC'));
  },
);

test('a text of letters before the first combining mark is in form C as it is', () => {
  const before = String.fromCodePoint(...Array.from({ length: 0x300 }, (_, i) => i));
  expect(before.normalize('NFC')).toBe(before);
  const normalised = recordNormalised();
  expect(formC(before)).toBe(before);
  expect(formC('e\u0300')).toBe('è');
  expect(normalised).toEqual(['e\u0300']);
});

test('a run of 30 marks is sorted, one of 31 stays as it is, wherever it begins', () => {
  for (let before = 0; before < 70; before += 1) {
    const start = `${'x'.repeat(before)}e`;
    expect(formC(`${start}${marks(30)}`)).toBe(`${start}${marks(30)}`.normalize('NFC'));
    expect(formC(`${start}${marks(30)}\u0301.`)).toBe(`${start}${marks(30)}\u0301.`);
  }
});

test('marks beyond the first plane count, too', () => {
  const long = `e${'\u{1d165}\u{1d16d}\u0316'.repeat(20)}e\u0301`;
  expect(formC(long)).toBe(`${long.slice(0, -2)}é`);
});

test('what is normalised never holds more than 30 marks in a row', () => {
  const normalised = recordNormalised();
  formC(`e\u0301${marks(120_000)}e\u0301${marks(28)}e${marks(40)}`);
  const longest = Math.max(
    ...normalised.flatMap((text) => (text.match(/\p{M}+/gu) ?? ['']).map((run) => run.length)),
  );
  expect(longest).toBe(29);
});

test('a run of marks as long as a file stays as it is', () => {
  const text = `e${'\u0301'.repeat(5_000_000)}`;
  expect(formC(`${text}e\u0301`) === `${text}é`).toBe(true);
});

test('a text that is too long is refused before it is normalised', () => {
  const normalised = recordNormalised();
  const schema = normalisedText(1, 100);
  expect(() => parse(schema, `a${marks(100)}`, 'invalid_payload')).toThrow(
    'must be at most 100 characters',
  );
  expect(normalised).toEqual([]);
  expect(parse(schema, 'e\u0301', 'invalid_payload')).toBe('é');
  expect(normalised).toEqual(['e\u0301']);
});
