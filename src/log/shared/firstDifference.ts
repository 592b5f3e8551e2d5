import type { Head } from '../eventLog.js';

type HashAt = (position: number) => Promise<Buffer | undefined>;

/**
 * The first position at which a copy holds another event than the shared log, or one that the shared log lacks; undefined
 * where the shared log has all of it. Every hash says all that comes before it, so halving finds it with few questions.
 */
export async function firstDifference(
  end: Head,
  ofCopy: HashAt,
  ofShared: HashAt,
): Promise<number | undefined> {
  const isSame = async (position: number) => {
    const hash = await ofShared(position);
    return hash !== undefined && (await ofCopy(position))?.equals(hash) === true;
  };
  if (end.position === 0 || (await isSame(end.position))) return undefined;
  let [same, different] = [0, end.position];
  while (different - same > 1) {
    const middle = Math.floor((same + different) / 2);
    if (await isSame(middle)) same = middle;
    else different = middle;
  }
  return different;
}
