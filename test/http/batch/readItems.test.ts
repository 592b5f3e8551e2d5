import { Readable } from 'node:stream';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BatchBody, readItems } from '../../../src/http/request/bodies.js';
import { runs } from '../../support/depth.js';

const LIMITS = { bytes: 1000, items: 3 };
/** The sender may still send. */
const allowed = async () => {};

const read = async (form: BatchBody['form'], chunks: readonly string[], limits = LIMITS) => {
  const items: [number, unknown][] = [];
  const bytes = Readable.from(chunks.map((chunk) => Buffer.from(chunk)));
  for await (const { line, read } of readItems(new BatchBody(form, bytes), limits, allowed)) {
    items.push([line, await read()]);
  }
  return items;
};

test('chunks may end anywhere in a line, and blank lines only count in line numbers', async () => {
  expect(await read('lines', ['{"a"', ':1}\r\n\n', '  \n2', '\n', '3'])).toEqual([
    [1, { a: 1 }],
    [4, 2],
    [5, 3],
  ]);
});

test('a million blank lines are lines and nothing else', async () => {
  const blank = ['\n'.repeat(600_000), ' \r\n'.repeat(399_999), ' \u0001'];
  expect(await read('lines', [...blank, '\n1'], { bytes: 1e7, items: 1 })).toEqual([
    [1_000_001, 1],
  ]);
});

test('lines are the same however they are cut', async () => {
  const texts = fc.array(fc.constantFrom('1', '{"a": 2}', '', ' ', '\r', '\n', '\n\n'));
  await fc.assert(
    fc.asyncProperty(texts, texts, async (some, others) => {
      const whole = [...some, ...others].join('');
      const lines = whole.split('\n').map((text, i) => [i + 1, text.trim()] as const);
      const expected = lines.filter(([, text]) => text !== '').map(([line]) => line);
      const bytes = Readable.from([...some, ...others].map((text) => Buffer.from(text)));
      const found: number[] = [];
      const body = new BatchBody('lines', bytes);
      for await (const { line } of readItems(body, { bytes: 1e6, items: 1e6 }, allowed))
        found.push(line);
      expect(found).toEqual(expected);
    }),
  );
});

test('the elements of an array are parsed as JSON for any chunks', async () => {
  const arrays = fc.array(fc.jsonValue({ noUnicodeString: false }), { maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(
      arrays,
      fc.integer({ min: 1, max: 9 }),
      fc.boolean(),
      async (array, size, wide) => {
        const text = Buffer.from(` ${JSON.stringify(array, null, wide ? 2 : 0)}\n`);
        const chunks = Array.from({ length: Math.ceil(text.length / size) }, (_, i) =>
          text.subarray(i * size, (i + 1) * size),
        );
        const body = new BatchBody('array', Readable.from(chunks));
        const items: unknown[] = [];
        for await (const { read } of readItems(body, { bytes: 1e6, items: 100 }, allowed))
          items.push(await read());
        expect(items).toEqual(JSON.parse(text.toString()));
      },
    ),
    { numRuns: runs(30, 100) },
  );
});

test('brackets, commas and quotes in strings separate no elements', async () => {
  const array = ['],[', '\\', '"', '\\"],"', '{', { '[': ',', ']': ['}'] }];
  const items = await read('array', [JSON.stringify(array)], { bytes: 1000, items: 10 });
  expect(items.map(([, item]) => item)).toEqual(array);
});

test.each([
  '',
  ' ',
  '{}',
  'null',
  '"[]"',
  '1',
  '[',
  '[1',
  '[1,',
  '[1,]',
  '[,1]',
  '[,]',
  '[1}',
  '[]]',
])('%s is not an array', async (text) => {
  await expect(read('array', [text])).rejects.toMatchObject({ code: 'invalid_payload' });
});

test.each(['[1] 2', '[[1]', '["a]', '[1,,2]', '[{"a":1],2]', '[]x'])(
  '%s is not an array either',
  async (text) => {
    await expect(read('array', [text])).rejects.toMatchObject({ code: 'invalid_payload' });
  },
);

test('an element that is no JSON fails alone, and an empty array is valid', async () => {
  expect(await read('array', [' [ ] '])).toEqual([]);
  const items: string[] = [];
  const body = new BatchBody('array', Readable.from([Buffer.from('[1,x,{"a" 1},2]')]));
  for await (const { line, read } of readItems(body, { bytes: 100, items: 4 }, allowed)) {
    try {
      items.push(`${line}: ${JSON.stringify(await read())}`);
    } catch (error) {
      items.push(`${line}: ${String(error)}`);
    }
  }
  expect(items).toEqual([
    '1: 1',
    '2: Rejection: body: must be JSON',
    '3: Rejection: body: must be JSON',
    '4: 2',
  ]);
});

test('a batch with too many items or bytes is too large', async () => {
  const tooLarge = { code: 'payload_too_large' };
  await expect(read('array', ['[1,2,3,4]'])).rejects.toMatchObject(tooLarge);
  await expect(read('lines', ['1\n2\n3\n4\n'])).rejects.toMatchObject(tooLarge);
  const long = [' '.repeat(600), ' '.repeat(600)];
  for (const form of ['array', 'lines'] as const) {
    await expect(read(form, long)).rejects.toMatchObject(tooLarge);
  }
});

test.each([
  ['numbers', '1,'.repeat(30_000)],
  ['arrays', '[],'.repeat(30_000)],
  ['members', '"a":1,'.repeat(30_000)],
])(
  'an item with more %s than a note can have is refused without parsing',
  async (_what, values) => {
    const item = `{"a":[${values.replaceAll(/"a":1/g, '{"a":1}')}1]}`;
    const limits = { bytes: 1e6, items: 3 };
    for (const [form, text] of [
      ['lines', item],
      ['array', `[${item}]`],
    ] as const) {
      await expect(read(form, [text], limits)).rejects.toThrow(
        'must have at most 20000 JSON values',
      );
    }
  },
);

test('a long text with any characters is one value', async () => {
  const item = { content: '[{,'.repeat(100_000) };
  expect(await read('lines', [JSON.stringify(item)], { bytes: 1e6, items: 1 })).toEqual([
    [1, item],
  ]);
});

const MIB = 1024 * 1024;
const WIDE = { bytes: 100 * MIB, items: 10 };

test.each(['lines', 'array'] as const)(
  'an item that is too long fails alone (%s)',
  async (form) => {
    const [open, between, close] = form === 'array' ? ['[', ',', ']'] : ['', '\n', '\n'];
    const long = Array.from({ length: 9 }, () => 'a'.repeat(MIB));
    const chunks = [
      `${open}1${between}"`,
      ...long,
      `"${between}2${between}"`,
      ...long,
      `"${close}`,
    ];
    const items: [number, number, unknown][] = [];
    const bytes = Readable.from(chunks.map((chunk) => Buffer.from(chunk)));
    for await (const { line, bytes: length, read } of readItems(
      new BatchBody(form, bytes),
      WIDE,
      allowed,
    )) {
      try {
        items.push([line, length, await read()]);
      } catch (error) {
        items.push([line, length, String(error)]);
      }
    }
    const refused = `Rejection: body: an item may have at most ${8 * MIB} bytes`;
    expect(items).toEqual([
      [1, 1, 1],
      [2, 0, refused],
      [3, 1, 2],
      [4, 0, refused],
    ]);
  },
);

test.each(['lines', 'array'] as const)(
  'blanks around an item are no part of it (%s)',
  async (form) => {
    const [open, close] = form === 'array' ? ['[', ']'] : ['', '\n'];
    const blanks = Array.from({ length: 9 }, () => ' '.repeat(MIB));
    expect(await read(form, [open, ...blanks, '1', close], WIDE)).toEqual([[1, 1]]);
  },
);
