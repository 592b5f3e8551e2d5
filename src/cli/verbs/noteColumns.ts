import type { Observation } from 'memory-vault-client';
import { shortId } from '../terminal/format.js';
import type { Column } from '../terminal/output.js';

/** What a row says of a note. Only its first characters have to be read for it. */
export const NOTE_COLUMNS: readonly Column<Observation>[] = [
  { head: 'id', cell: ({ id }) => shortId(id) },
  { head: 'day', cell: ({ created_at }) => created_at.slice(0, 10), from: 60 },
  { head: 'type', cell: ({ type }) => type, from: 50 },
  { head: 'project', cell: ({ project }) => project, from: 70 },
  { head: 'mark', cell: (note) => noteMarks(note).join(', '), from: 80, isRare: true },
  { head: 'title', cell: ({ title }) => title, isWide: true },
  { head: 'tags', cell: ({ tags }) => tags.join(', '), from: 120 },
  { head: 'author', cell: ({ author }) => author, from: 140 },
];

/** Characters of the content of a note that a table needs: none, but the vault gives at least one. */
export const READ_FOR_TABLE = 1;

/** What sets a note apart in the context of its project: `pinned`, `superseded by 80ZGCS1A`. */
export function noteMarks({ pinned, superseded_by }: Observation): string[] {
  return [
    ...(pinned ? ['pinned'] : []),
    ...(superseded_by === undefined ? [] : [`superseded by ${shortId(superseded_by)}`]),
  ];
}
