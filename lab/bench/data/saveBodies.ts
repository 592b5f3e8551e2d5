import type { MadeNote } from '../search/noteMaker.js';

const MADE = 2000;
const MARK = '\u0001';

/**
 * Returns a function that gives bodies of save requests, each with different content, so that none is a duplicate.
 * Most of the work is done beforehand, because work of the client during a measurement would be measured, too.
 */
export function saveBodies(noteAt: (i: number) => MadeNote): () => string {
  const parts = Array.from({ length: MADE }, (_, i) => {
    const { title, content, type, tags, project, author, session_id } = noteAt(i);
    const note = { title, type, tags, project, author, session_id };
    const [head = '', tail = ''] = JSON.stringify({
      ...note,
      content: `${MARK} ${content}`,
    }).split('\\u0001');
    return { head, tail };
  });
  let n = 0;
  return () => {
    n += 1;
    const { head, tail } = parts[n % MADE] ?? { head: '', tail: '' };
    return `${head}${n}${tail}`;
  };
}
