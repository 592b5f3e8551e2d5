import type { Observation } from '../../domain/observation.js';
import { optional } from '../../domain/text.js';
import type { Slices } from '../../queries/inSlices.js';
import { whole } from './parameters.js';

/** For lists of which a caller reads only the beginning of each text: the whole of them may be many megabytes. */
export const ContentLimitParam = optional(whole(0, 10_000)).meta({
  description:
    'Largest number of characters of each `content`; `content_bytes` says how long a shortened one is.',
});

/** Observations with at most `most` code points of content each. */
export function withContentLimit<O extends Observation>(
  observations: readonly O[],
  most: number | undefined,
): readonly O[] {
  if (most === undefined) return observations;
  return observations.map((one) => {
    const content = beginning(one.content, most);
    if (content === one.content) return one;
    return { ...one, content, content_bytes: Buffer.byteLength(one.content) };
  });
}

/** The same of a list that is read a slice at a time. */
export async function* slicesWithContentLimit<O extends Observation>(
  slices: Slices<O>,
  most: number | undefined,
): Slices<O> {
  for await (const slice of slices) yield withContentLimit(slice, most);
}

/** A code point has at most two units, so what is behind `2 * most` need not be looked at. */
function beginning(text: string, most: number): string {
  if (text.length <= most) return text;
  return Array.from(text.slice(0, 2 * most))
    .slice(0, most)
    .join('');
}
