import type { Observation } from 'memory-vault-client';
import { anchorWords } from '../../../diff/anchorWords.js';
import { type Draft, draftOf } from '../draft.js';

/** What a note becomes with what a proposed one says: its text first, then the other; tags and files of both. */
export function mergedDraft(note: Observation, proposed: Observation): Draft {
  const draft = draftOf(note);
  const known = new Set(draft.anchors.map(anchorWords));
  const further = (proposed.anchors ?? []).filter((one) => !known.has(anchorWords(one)));
  return {
    ...draft,
    content: `${note.content.trimEnd()}\n\n${proposed.content}`,
    tags: [...new Set([...note.tags, ...proposed.tags])].join('\n'),
    anchors: [...draft.anchors, ...further],
  };
}
