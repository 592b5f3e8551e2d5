import { expect, test } from 'vitest';
import { ulids } from '../../src/domain/ids.js';
import { ulidBytes, ulidOfHex, ulidTime } from '../../src/domain/ulid.js';

const LEAST = '00000000000000000000000000';
const MOST = '7ZZZZZZZZZZZZZZZZZZZZZZZZZ';

test('a ULID comes back from its 16 bytes, and these sort as the ids do', () => {
  const next = ulids();
  const ids = [LEAST, ...Array.from({ length: 1000 }, (_, i) => next((i + 1) ** 4)), MOST];
  const bytes = ids.map((id) => ulidBytes(id) as Buffer);
  expect(bytes.map(({ length }) => length)).toEqual(ids.map(() => 16));
  expect(bytes.map((of) => ulidOfHex(of.toString('hex').toUpperCase()))).toEqual(ids);
  expect([...bytes].sort(Buffer.compare)).toEqual(bytes);
  expect(bytes.at(-1)).toEqual(Buffer.alloc(16, 0xff));
});

test('a ULID begins with its time', () => {
  for (const time of [1, 1_795_167_001_000, 2 ** 48 - 1]) {
    expect(ulidTime(ulids()(time))).toBe(time);
  }
});

test.each([
  '',
  'observation',
  LEAST.toLowerCase().replace('0', 'a'),
  `8${LEAST.slice(1)}`,
  `${LEAST}0`,
])('what is no ULID has neither bytes nor a time: %j', (text) => {
  expect(ulidBytes(text)).toBeUndefined();
  expect(ulidTime(text)).toBeUndefined();
});
