import { folded } from '../../domain/folded.js';
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
 * Further words under which an observation is found, though they are not in its text: author, date in words, and parts of
 * identifiers. `tags` are those of the row, one per line.
 */
export function searchMeta(row: MetaNote, tags: string): string {
  const text = [row.title, row.content, tags].join('\n');
  const parts = new Set(identifiersIn(text).flatMap(splitIdentifier));
  return [folded(row.author ?? ''), dayInWords(row), [...parts].join(' ')].join('\n');
}

/** A cache of one day, because consecutive notes are mostly of the same day. */
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
