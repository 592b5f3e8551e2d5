import type { Observation } from 'memory-vault-client';
import { shortId } from '../terminal/shortId.js';

/** What sets a note apart in the context of its project: `pinned`, `superseded by 80ZGCS1A`. */
export function noteMarks({ pinned, superseded_by }: Observation): string[] {
  return [
    ...(pinned ? ['pinned'] : []),
    ...(superseded_by === undefined ? [] : [`superseded by ${shortId(superseded_by)}`]),
  ];
}
