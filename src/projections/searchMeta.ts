import { spacedScripts } from '../domain/spacedScripts.js';
import { identifiersIn, splitIdentifier } from '../domain/splitIdentifier.js';
import type { ObservationRow } from './observationRow.js';

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
export function searchMeta(row: ObservationRow, tags: string): string {
  const text = [row.title, row.content, tags].join('\n');
  const date = new Date(row.created_at * 1000);
  const day = `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
  const parts = identifiersIn(text).flatMap(splitIdentifier);
  return [row.author ?? '', day, parts.join(' '), ...spacedScripts(text)].join('\n');
}
