import type { Observation } from 'memory-vault-client';
import { estimateTokens } from './estimateTokens.js';
import { visibleLine } from './visible.js';

/** Code points of a title in a row. */
const LONGEST_TITLE = 80;

/** Characters of a note that are read for its row. What is behind them is estimated, too. */
export const READ_FOR_ROWS = 4000;

/** What one of the model's tools calls a note by: the end of its id, which costs it 4 tokens instead of 16. */
const SUFFIX = 8;

interface RowOptions {
  /** Whether each row names its project. */
  readonly project?: boolean;
  /** Code points of a title. */
  readonly longest?: number;
}

/**
 * The rows of an index, such as `80ZGCS1A 2026-11-22 bugfix Webhook retries doubled charges ~300t`: the short id of a note,
 * its day, type and title, and about how many tokens the whole note has.
 */
export function indexRows(
  notes: readonly Observation[],
  { project = false, longest = LONGEST_TITLE }: RowOptions = {},
): string[] {
  const shortIds = shortIdsOf(notes.map(({ id }) => id));
  return notes.map((note, i) => {
    const { created_at, type, title, content, content_bytes } = note;
    const of = project && note.project !== undefined ? `[${visibleLine(note.project)}] ` : '';
    const size = estimateTokens(title) + estimateTokens(content, content_bytes);
    return `${shortIds[i]} ${created_at.slice(0, 10)} ${type} ${of}${shortened(title, longest)} ~${size}t`;
  });
}

/** The last 8 characters of each id, more where two would be the same. */
export function shortIdsOf(ids: readonly string[]): string[] {
  for (let length = SUFFIX; ; length += 1) {
    const short = ids.map((id) => id.slice(-length));
    if (length >= 26 || new Set(short).size === new Set(ids).size) return short;
  }
}

function shortened(title: string, longest: number): string {
  const line = visibleLine(title);
  const characters = Array.from(line);
  return characters.length <= longest ? line : `${characters.slice(0, longest - 1).join('')}…`;
}

/** As many of the first rows as a budget of tokens allows, at least one. */
export function rowsWithin(rows: readonly string[], tokens: number): string[] {
  let left = tokens;
  const end = rows.findIndex((row, i) => {
    left -= estimateTokens(row);
    return i > 0 && left < 0;
  });
  return end < 0 ? [...rows] : rows.slice(0, end);
}
