import { expect, test } from 'vitest';
import { parseJson } from '../../../src/http/request/json.js';
import { countTurns } from '../../support/countTurns.js';

test('a long body is decoded in several turns, also where a turn ends within a letter', async () => {
  const text = `a${'é😀ก'.repeat(400_000)}`;
  const { result, turns } = await countTurns(() => parseJson(Buffer.from(JSON.stringify(text))));
  expect(result).toBe(text);
  expect(turns).toBeGreaterThanOrEqual(3);
});

test('a long body that ends within a letter, or is no UTF-8 anywhere, is refused', async () => {
  const long = Buffer.from(JSON.stringify('é'.repeat(1_500_000)));
  for (const at of [1, 2_000_000, long.length - 1]) {
    const bad = Buffer.from(long);
    bad[at] = 0xff;
    await expect(parseJson(bad)).rejects.toThrow('body: must be UTF-8');
  }
  await expect(parseJson(long.subarray(0, long.length - 2))).rejects.toThrow('body: must be UTF-8');
});
