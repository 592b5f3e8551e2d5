import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { splitFrontMatter } from '../domain/frontMatter.js';
import {
  LONGEST_FRONT,
  LONGEST_NOTES,
  LONGEST_ROW,
  MOST_ROWS,
  MOST_VALUES,
} from '../domain/importing/sentLimits.js';
import { decodeText } from '../domain/unicode.js';
import { isNotes, notesIn } from './notes.js';
import { type InputFile, lookOf, wrongFile } from './sourceFile.js';
import type { Source } from './sourceRow.js';
import { csvSource, ndjsonSource } from './table.js';

/** What a file that is sent may be. Other sources lie in folders and databases, which only the machine has that reads them. */
export const SENT_FORMS = ['ndjson', 'csv', 'notes'] as const;
export type SentForm = (typeof SENT_FORMS)[number];

/** Bytes that are read in one turn of the event loop: they may be a thousand rows. */
const PART = 2 * 1024;

/** A file that was sent, with its name and when it was changed, in milliseconds since 1970. */
export interface Sent {
  readonly name: string;
  /** As they arrived. */
  readonly parts: readonly Buffer[];
  readonly changed: number;
}

/** How it is read. Without a form, it is what its name and its beginning say. */
export interface SentOptions {
  readonly form?: SentForm | undefined;
  readonly project?: string | undefined;
  readonly map?: readonly string[] | undefined;
}

/**
 * Opens a file that was sent. It is read in turns of the event loop; `between` is called before each, and ends the reading by what it
 * throws. Throws a `Diagnostic` for a file that is not of its form, and a `WrongMap`.
 */
export async function openSent(
  sent: Sent,
  { form = formOf(sent), project, map }: SentOptions,
  between: () => Promise<unknown>,
): Promise<Source> {
  const file = sentFile(sent, between);
  const options = { ...(project !== undefined && { project }), ...(map && { map }) };
  if (form === 'csv') return csvSource(file, options);
  if (form === 'ndjson') return ndjsonSource(file, options);
  if (map) throw wrongFile(sent.name, 'a table', 'a mapping of columns is for ndjson and csv');
  return notesIn({ path: sent.name, text: textOf(sent), modified: sent.changed }, project);
}

/** The form of a file by its name, else by its beginning. */
function formOf(sent: Sent): SentForm {
  if (isNotes(sent.name)) return 'notes';
  if (/\.(csv|tsv)$/i.test(sent.name)) return 'csv';
  if (/\.(ndjson|jsonl|json)$/i.test(sent.name)) return 'ndjson';
  return lookOf(startOf(sent)) === 'JSON' ? 'ndjson' : 'csv';
}

const startOf = ({ parts }: Sent) => ({
  first(most: number): Buffer {
    const enough: Buffer[] = [];
    let length = 0;
    for (const part of parts) {
      if (length >= most) break;
      enough.push(part);
      length += part.length;
    }
    return Buffer.concat(enough).subarray(0, most);
  },
});

function sentFile(sent: Sent, between: () => Promise<unknown>): InputFile {
  const { name, parts, changed } = sent;
  return {
    ...startOf(sent),
    name,
    changed,
    longestLine: LONGEST_ROW,
    mostValues: MOST_VALUES,
    mostRows: MOST_ROWS,
    async *bytes() {
      for (const part of parts)
        for (let start = 0; start < part.length; start += PART) {
          await nextTurn();
          await between();
          yield part.subarray(start, start + PART);
        }
    },
  };
}

/** The text of a file in Markdown. Throws a `Diagnostic` for any other file. */
function textOf(sent: Sent): string {
  const { name } = sent;
  const bytes = startOf(sent).first(LONGEST_NOTES + 1);
  const atTerminal = `at a terminal: memory-vault import notes ${name}`;
  const refused = (found: string, next?: string): Diagnostic =>
    wrongFile(name, 'a text in Markdown', found, next);
  if (bytes.length > LONGEST_NOTES) throw refused('it has more than 256 KiB', atTerminal);
  const text = decodeText(bytes);
  if (text === undefined) throw refused('it is not UTF-8 text');
  if (text.includes('\0')) throw refused('it is binary');
  if ((splitFrontMatter(text).yaml?.length ?? 0) > LONGEST_FRONT)
    throw refused('its front matter has more than 16 KiB', atTerminal);
  return text;
}
