import type { MadeNote } from '../search/noteMaker.js';

const MADE = 2000;
const MARK = '\u0001';

/**
 * Gives bodies of save requests, each with another content, so that dedup finds none. They are made
 * beforehand: what the client does meanwhile would be measured, too.
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
