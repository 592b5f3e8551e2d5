import { shortId } from './format.js';

const LONGEST = 120;

/** What a session is called in lists: the first line of its goal, which may be a whole text, or its short id. */
export function sessionTitle({ id, goal }: { id: string; goal?: string | undefined }): string {
  const line = goal?.trim().split('\n', 1)[0]?.trim() ?? '';
  if (line === '') return `Session ${shortId(id)}`;
  // By code points: half of a character would be none.
  const characters = [...line.slice(0, 2 * LONGEST + 2)];
  return characters.length > LONGEST ? `${characters.slice(0, LONGEST).join('')}…` : line;
}
