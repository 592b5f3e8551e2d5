import type { SaveRecord } from './playHistory.js';

/** What a save must be answered with. */
export type Expected =
  | { readonly stored: true }
  | { readonly existing: number }
  | 'idempotency_mismatch';

/**
 * The rules of saving, in plain words: per session the same content is stored once unless forced; a
 * repeated key gives the first answer again, with another request a refusal. Gives for each save what
 * its answer must be; `existing` is the index of the save that holds the content.
 */
export function expectedSaves(saves: readonly SaveRecord[]): Expected[] {
  const contents = new Map<string, number>();
  const keys = new Map<string, { request: string; answer: Expected; index: number }>();
  return saves.map(({ note, session_id, key }, index) => {
    const { title, type, project } = note;
    const tags = [...new Set(note.tags ?? [])];
    const request = JSON.stringify([{ ...note, tags, session: session_id }]);
    const first = key === undefined ? undefined : keys.get(key);
    if (first) return first.request === request ? again(first) : 'idempotency_mismatch';

    const content = JSON.stringify([session_id, title, type, project]);
    const existing = session_id === undefined ? undefined : contents.get(content);
    const answer: Expected = existing === undefined || note.force ? { stored: true } : { existing };
    if (existing === undefined && session_id !== undefined) contents.set(content, index);
    if (key !== undefined) keys.set(key, { request, answer, index });
    return answer;
  });
}

/** A retry is told of what the first attempt stored, or of what that was told. */
function again({ answer, index }: { answer: Expected; index: number }): Expected {
  if (typeof answer === 'object' && 'stored' in answer) return { existing: index };
  return answer;
}
