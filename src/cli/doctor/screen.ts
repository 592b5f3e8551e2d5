import stringWidth from 'string-width';
import { counted, shownLine } from '../terminal/format.js';
import type { Output } from '../terminal/output.js';
import { type Check, type CheckState, GROUPS } from './check.js';

/** A mark and a word: the word is for whoever hears the screen read, and for `grep`. */
const MARKS: Readonly<Record<CheckState, string>> = {
  ok: '✓',
  warn: '!',
  wrong: '✗',
  unknown: '?',
};
const WORD_WIDTH = 'unknown'.length;
/** Below this, what a line says begins further left. */
const WIDE = 60;

/** All checks by their groups, with what to type, and a sum as the last line. No line is longer than `columns`, but for words. */
export function screenOf(
  checks: readonly Check[],
  { columns, colours }: { readonly columns: number; readonly colours: Output['colours'] },
): string {
  const { green, yellow, red, cyan } = colours;
  const dye = { ok: green, warn: yellow, wrong: red, unknown: cyan };
  const indent = ' '.repeat(columns < WIDE ? 4 : 2 + 2 + WORD_WIDTH + 1);
  const lines = GROUPS.flatMap((group) => {
    const own = checks.filter((check) => check.group === group);
    if (own.length === 0) return [];
    const shown = own.flatMap(({ name, state, says, type }, at) => {
      const mark = `  ${MARKS[state]} ${state.padEnd(WORD_WIDTH)} `;
      const [first = '', ...rest] = wrapped(shownLine(`${name}: ${says}`), {
        first: columns - mark.length,
        others: columns - indent.length,
      });
      // Once below all the lines that it mends.
      const isSaid = type === undefined || type === own[at + 1]?.type;
      const command = isSaid ? [] : [`${indent}→ ${colours.bold(shownLine(type))}`];
      return [dye[state](mark) + first, ...rest.map((line) => indent + line), ...command];
    });
    return [colours.bold(group), ...shown, ''];
  });
  return [...lines, ...wrapped(sumOf(checks), { first: columns, others: columns })].join('\n');
}

/** How many checks are in each state. */
export function countsOf(checks: readonly Check[]): Record<CheckState, number> {
  const counts = { ok: 0, warn: 0, wrong: 0, unknown: 0 };
  for (const { state } of checks) counts[state] += 1;
  return counts;
}

/** Such as `3 things to mend, 1 to look at`. */
export function sumOf(checks: readonly Check[]): string {
  const { wrong, warn, unknown } = countsOf(checks);
  const parts = [
    ...(wrong > 0 ? [`${counted(wrong, 'thing')} to mend`] : []),
    ...(warn > 0 ? [`${wrong > 0 ? warn : counted(warn, 'thing')} to look at`] : []),
    ...(unknown > 0 ? [`${unknown} not known`] : []),
  ];
  return parts.length === 0 ? 'all is well' : parts.join(', ');
}

/** The lines of a text, broken between words. A word that is wider than a line, such as a path, stays whole: it may be copied. */
export function wrapped(
  text: string,
  { first, others }: { readonly first: number; readonly others: number },
): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    const width = lines.length === 0 ? first : others;
    if (line === '' || stringWidth(longer) <= width) line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line];
}
