import { shortId } from './format.js';
import { plainExtract } from './plainExtract.js';

const LONGEST = 120;

/** A line of each text that is read: the first ones may be empty, or rules and signs. */
const READ = 1000;

interface Named {
  readonly id: string;
  readonly goal?: string | undefined;
  readonly summary?: string | null | undefined;
  readonly agent?: string | undefined;
}

/**
 * What a session is called in lists: the first line of its goal, which may be a whole text, else that of its summary. One that has
 * neither is called after its agent, else by its short id.
 */
export function sessionTitle({ id, goal, summary, agent }: Named): string {
  const line = firstLine(goal) || firstLine(summary);
  if (line !== '') return line;
  return agent === undefined ? `Session ${shortId(id)}` : `Session of ${agent}`;
}

function firstLine(text: string | null | undefined): string {
  const lines = (text ?? '').trimStart().slice(0, READ).split('\n');
  const line = lines.map((one) => plainExtract(one).trim()).find((one) => one !== '') ?? '';
  // By code points: half of a character would be none.
  const characters = [...line];
  return characters.length > LONGEST ? `${characters.slice(0, LONGEST).join('')}…` : line;
}
