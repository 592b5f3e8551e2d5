import { stringify } from 'yaml';
import { readFrontMatter, splitFrontMatter } from '../frontMatter.js';
import { parse } from '../parse.js';
import { Rejection } from '../rejection.js';
import { NoteLine } from './archiveLine.js';

/** One line a value, whatever the value holds: no line of the front matter can then look like the one that closes it. */
const ONE_LINE = {
  lineWidth: 0,
  blockQuote: false,
  doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER,
} as const;

/**
 * A note as a Markdown file: its fields as front matter, then its content to the last blank. `aliases` lets Obsidian find
 * the note by its title. Earlier revisions are left out: they would bury the note.
 */
export function noteToMarkdown(note: NoteLine): string {
  const { record: _, content, revisions: __, ...fields } = note;
  return `---\n${stringify({ ...fields, aliases: [note.title] }, ONE_LINE)}---\n${content}`;
}

/**
 * The note that a Markdown file holds. Throws a `Rejection` that says all that is wrong. A field without a value counts as
 * left out, as an editor of front matter leaves it behind.
 */
export function noteFromMarkdown(text: string): NoteLine {
  const { yaml, body } = splitFrontMatter(text);
  if (yaml === undefined) throw refused('it has no front matter: a note begins with a line of ---');
  const read = readFrontMatter(yaml);
  if (!read) throw refused('it has front matter that is not YAML with keys and values');
  const { record, content, revisions, aliases: _, ...fields } = read;
  if (typeof record === 'string' && record !== 'note')
    throw refused(`its record is ${record.slice(0, 40)}, and Markdown gives back notes only`);
  const own = { record, content, revisions };
  const given = Object.entries(own).flatMap(([key, value]) => (value === undefined ? [] : [key]));
  if (given.length > 0) throw refused(`it has front matter with ${given.join(' and ')}`);
  const kept = Object.entries(fields).filter(([key, value]) => !isLeftOut(key, value));
  const note = Object.fromEntries(kept.map(([key, value]) => [key, pinOrText(key, value)]));
  return parse(NoteLine, { record: 'note', tags: [], ...note, content: body }, 'invalid_payload');
}

/** An editor of front matter shows a pin as a box, and writes `false` when it is unticked. */
function isLeftOut(key: string, value: unknown): boolean {
  return value === '' || (key === 'pinned' && value === 'false');
}

/** The only value that is no text. */
function pinOrText(key: string, value: unknown): unknown {
  return key === 'pinned' && value === 'true' ? true : value;
}

const refused = (detail: string) => new Rejection('invalid_payload', detail);
