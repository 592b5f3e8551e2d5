import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { readItems } from '../../src/http/readItems.js';

const read = async (body: unknown, limits = { bytes: 1000, items: 3 }) => {
  const items: [number, unknown][] = [];
  for await (const { line, read } of readItems(body, limits)) items.push([line, read()]);
  return items;
};

test('lines may be cut anywhere, and blank ones count as lines only', async () => {
  const chunks = ['{"a"', ':1}\r\n\n', '  \n2', '\n', '3'].map((text) => Buffer.from(text));
  expect(await read(Readable.from(chunks))).toEqual([
    [1, { a: 1 }],
    [4, 2],
    [5, 3],
  ]);
});

test('elements of an array are items, too', async () => {
  expect(await read(['a', 'b'])).toEqual([
    [1, 'a'],
    [2, 'b'],
  ]);
});

test('a batch with too many items or bytes is too large', async () => {
  const tooLarge = { code: 'payload_too_large' };
  await expect(read([1, 2, 3, 4])).rejects.toMatchObject(tooLarge);
  await expect(read(Readable.from([Buffer.from('1\n2\n3\n4\n')]))).rejects.toMatchObject(tooLarge);
  const long = Readable.from([Buffer.alloc(600, ' '), Buffer.alloc(600, ' ')]);
  await expect(read(long)).rejects.toMatchObject(tooLarge);
});
