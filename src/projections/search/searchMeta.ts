import { spacedScripts } from '../../domain/spacedScripts.js';
import { identifiersIn, splitIdentifier } from '../../domain/splitIdentifier.js';
import type { ObservationRow } from '../observationRow.js';

type MetaNote = Pick<ObservationRow, 'title' | 'content' | 'author' | 'created_at'>;

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/**
 * What a question may know of an observation without its words being in the text: author, date in
 * words, the parts of identifiers, and the characters of scripts that put no spaces between words. `tags`
 * are those of the row, one a line.
 */
export function searchMeta(row: MetaNote, tags: string): string {
  const text = [row.title, row.content, tags].join('\n');
  const parts = identifiersIn(text).flatMap(splitIdentifier);
  return [row.author ?? '', dayInWords(row), parts.join(' '), ...spacedScripts(text)].join('\n');
}

/** Notes come by the day: the words of the last one are kept. */
const last = { day: Number.NaN, words: '' };
const DAY_SECONDS = 86_400;

function dayInWords({ created_at }: MetaNote): string {
  const day = Math.floor(created_at / DAY_SECONDS);
  if (day !== last.day) {
    const date = new Date(created_at * 1000);
    const words = `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
    Object.assign(last, { day, words });
  }
  return last.words;
}
