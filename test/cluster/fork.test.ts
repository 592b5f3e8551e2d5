import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { firstDifference } from '../../src/cluster/fork.js';

/** A log whose hashes say all that comes before: one number for each event. */
const logOf = (events: readonly number[]) => async (position: number) =>
  position < 1 || position > events.length
    ? undefined
    : Buffer.from(events.slice(0, position).join());

test.prop([
  fc.array(fc.nat(3), { maxLength: 40 }),
  fc.array(fc.nat(3), { maxLength: 5 }),
  fc.array(fc.nat(3), { maxLength: 5 }),
])(
  'the first event that a copy has and the shared log has not is found, however long they are',
  async (same, ofCopy, ofShared) => {
    const [copy, shared] = [
      [...same, ...ofCopy],
      [...same, ...ofShared],
    ];
    const end = { position: copy.length, hash: Buffer.alloc(32) };
    const at = copy.findIndex((event, i) => event !== shared[i]);
    expect(await firstDifference(end, logOf(copy), logOf(shared))).toBe(
      at < 0 ? undefined : at + 1,
    );
  },
);
