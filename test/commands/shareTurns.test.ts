import { expect, test } from 'vitest';
import { shareTurns, TURN_BYTES } from '../../src/commands/shareTurns.js';

/** The pieces of each turn. */
async function turnsOf(pieces: readonly number[]): Promise<number[][]> {
  const turns: number[][] = [[]];
  const turn = shareTurns(async () => turns.push([]));
  for (const piece of pieces) {
    await turn(piece);
    turns.at(-1)?.push(piece);
  }
  return turns;
}

test('small pieces share a turn up to its limit', async () => {
  const quarter = TURN_BYTES / 4;
  const turns = await turnsOf(Array.from({ length: 10 }, () => quarter));
  expect(turns.map((pieces) => pieces.length)).toEqual([4, 4, 2]);
});

test('a piece that is too large has a turn of its own', async () => {
  const large = 3 * TURN_BYTES;
  expect(await turnsOf([1, large, 1, 1])).toEqual([[1], [large], [1, 1]]);
});
