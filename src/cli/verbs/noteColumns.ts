import type { Observation } from 'memory-vault-client';
import type { Column } from '../terminal/column.js';
import { shortId } from '../terminal/shortId.js';
import { noteMarks } from './noteMarks.js';

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
