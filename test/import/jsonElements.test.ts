import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonElements } from '../../src/import/jsonFile.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';

async function piecesOf(text: string) {
  const file = join(temporaryDirectory(), 'data.json');
  writeFileSync(file, text);
  const pieces: [string, string, unknown][] = [];
  for await (const { key, kind, text } of jsonElements(file)) {
    pieces.push([
      key,
      kind,
      kind === 'array' ? undefined : kind === 'damage' ? text : JSON.parse(text),
    ]);
  }
  return pieces;
}

test('the values of any object come one after another, and arrays element by element', async () => {
  const object = fc.dictionary(fc.string(), fc.jsonValue(), { noNullPrototype: true });
  const check = async (value: Record<string, unknown>, indent: number) => {
    const text = JSON.stringify(value, null, indent);
    const expected = Object.entries(JSON.parse(text) as object).flatMap(([key, one]) =>
      Array.isArray(one)
        ? [[key, 'array', undefined], ...one.map((element) => [key, 'element', element])]
        : [[key, 'value', one]],
    );
    expect(await piecesOf(text)).toEqual(expected);
  };
  await fc.assert(fc.asyncProperty(object, fc.constantFrom(0, 2), check), { numRuns: 60 });
});

test('pieces that lie across the pieces in which a file is read are whole', async () => {
  const long = ['"é\\"]},'.repeat(50_000), { a: ['漢'.repeat(100_000)] }, 3];
  expect(await piecesOf(JSON.stringify({ long }))).toEqual([
    ['long', 'array', undefined],
    ...long.map((one) => ['long', 'element', one]),
  ]);
});

test('what is no object has no pieces of keys', async () => {
  expect(await piecesOf('')).toEqual([]);
  expect((await piecesOf('[{"a":1}]')).every(([key]) => key === '')).toBe(true);
});

test('a piece that is too long is damage, and those behind it are read', async () => {
  const long = `"${'x'.repeat(33 * 1024 * 1024)}"`;
  expect(await piecesOf(`{"a":[1,${long},2],"b":${long},"c":3}`)).toEqual([
    ['a', 'array', undefined],
    ['a', 'element', 1],
    ['a', 'damage', 'it is longer than 32 MiB'],
    ['a', 'element', 2],
    ['b', 'damage', 'it is longer than 32 MiB'],
    ['c', 'value', 3],
  ]);
});
