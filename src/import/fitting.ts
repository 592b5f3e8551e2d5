import type { ArchiveLine } from '../domain/archive/archiveLine.js';
import { formC, toStorable } from '../domain/unicode.js';
import type { PeerCells } from './peerRows.js';
import type { SourceRow } from './sourceRow.js';

/** The longest texts of a request, in code points. */
export const LONGEST = { title: 100, content: 524_288, goal: 65_536, summary: 65_536 } as const;
const LONGEST_NAME = 200;

/** The row of a line whose texts are made to fit, and which says in which fields something had to go. */
export function fittedRow(row: string, line: ArchiveLine): SourceRow {
  const shortened = new Set<string>();
  // The cast is safe: all members stay, some of their texts are shorter.
  const short = fitted(line, 'name', shortened) as ArchiveLine;
  return { row, line: short, ...(shortened.size > 0 && { shortened: [...shortened] }) };
}

/** A value with texts in normalisation form C that are short enough for the field that they are in. */
function fitted(value: unknown, field: string, shortened: Set<string>): unknown {
  if (typeof value === 'string') {
    const whole = formC(value);
    const short = fitText(whole, LONGEST[field as keyof typeof LONGEST] ?? LONGEST_NAME);
    if (short !== whole) shortened.add(field);
    return short;
  }
  if (field === 'tags' && Array.isArray(value)) {
    const fit = peerTags(value);
    if (fit.shortened) shortened.add(field);
    return fit.tags;
  }
  // They were checked where they were read: a path that is cut names nothing.
  if (field === 'anchors') return value;
  if (Array.isArray(value)) return value.map((one) => fitted(one, field, shortened));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, one]) => [name, fitted(one, name, shortened)]);
  return Object.fromEntries(members);
}

/**
 * A text of at most `most` code points, the unit of every limit. One that is longer ends with `…`. Takes time linear in
 * what is kept.
 */
export function fitText(text: string, most: number): string {
  if (text.length <= most) return text;
  let end = 0;
  let lastEnd = 0;
  for (let count = 0; end < text.length; count++) {
    if (count === most) return `${text.slice(0, lastEnd).trimEnd()}…`;
    lastEnd = end;
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  }
  return text;
}

/** What `Tags` accepts of a request. */
const MOST_TAGS = 50;
export const LONGEST_TAG = 200;

/** The tags that the vault accepts of a list: trimmed, each once, at most 50 of at most 200 characters. */
export function peerTags(wanted: readonly (string | undefined)[]): {
  readonly tags: string[];
  /** Whether tags were shortened or left out, because they are too long or too many. */
  readonly shortened: boolean;
} {
  const clean = wanted.map((tag) => toStorable(tag ?? '').trim()).filter((tag) => tag !== '');
  const short = clean.map((tag) => fitText(tag, LONGEST_TAG));
  const all = [...new Set(short)];
  const shortened = all.length > MOST_TAGS || short.some((tag, i) => tag !== clean[i]);
  return { tags: all.slice(0, MOST_TAGS), shortened };
}

/** The fields of a peer that a note has no place for, as tags. */
interface FieldTags {
  /** `status:active` of `status: active`; a list gives one for each of its texts. */
  readonly tags: readonly string[];
  /** Whether there are fields that are more than texts, and are lost. */
  readonly isPartial: boolean;
}

/** Makes tags of all fields but those of `known`. */
export function fieldTags(fields: PeerCells, known: readonly string[]): FieldTags {
  const tags: string[] = [];
  let isPartial = false;
  for (const [name, value] of Object.entries(fields)) {
    if (known.includes(name)) continue;
    for (const one of Array.isArray(value) ? value : [value]) {
      if (typeof one === 'object' && one !== null) isPartial = true;
      // A field without a value says nothing.
      else if (one !== null && String(one).trim() !== '')
        tags.push(`${name}:${String(one).trim()}`);
    }
  }
  return { tags, isPartial };
}
