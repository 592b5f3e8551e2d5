import type { PeerCells } from './peerCells.js';

/** The fields of a peer that a note has no place for, as tags. */
export interface FieldTags {
  /** `status:active` of `status: active`; a list gives one for each of its texts. */
  readonly tags: readonly string[];
  /** Whether there are fields that are more than texts, and are lost. */
  readonly isPartial: boolean;
}

/** Makes tags of all fields but those of `known`. */
export function fieldTags(fields: PeerCells, known: readonly string[]): FieldTags {
  const tags: string[] = [];
  let isPartial = false;
  for (const [name, value] of Object.entries(fields)) {
    if (known.includes(name)) continue;
    for (const one of Array.isArray(value) ? value : [value]) {
      if (typeof one === 'object' && one !== null) isPartial = true;
      // A field without a value says nothing.
      else if (one !== null && String(one).trim() !== '')
        tags.push(`${name}:${String(one).trim()}`);
    }
  }
  return { tags, isPartial };
}
