import { PROGRAMS } from '../../lab/programs.js';
import { markdownTable } from '../../tools/markdownTable.js';

/** The programs of the laboratory. */
export function labTable(): string {
  const rows = Object.entries(PROGRAMS).map(([name, { answers, takes, needs = '' }]) => [
    `\`${name}\``,
    answers,
    takes,
    needs,
  ]);
  return markdownTable(['name', 'what it answers', 'how long', 'what it needs'], rows);
}
