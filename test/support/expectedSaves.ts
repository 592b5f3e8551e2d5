import type { SaveRecord } from './playHistory.js';

/** The expected answer to a save. */
export type Expected =
  | { readonly stored: true }
  | { readonly existing: number }
  | 'idempotency_mismatch';

/**
 * The rules of saving: the same content is stored once per session unless forced; a repeated key gives the first answer
 * again, and is refused with another request. Returns the expected answer to each save; `existing` is the index of the
 * save that stored the content.
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

/** A retry gets the note that the first attempt stored, or that it was answered with. */
function again({ answer, index }: { answer: Expected; index: number }): Expected {
  if (typeof answer === 'object' && 'stored' in answer) return { existing: index };
  return answer;
}
