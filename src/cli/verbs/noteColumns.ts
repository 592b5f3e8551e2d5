import type { Observation } from 'memory-vault-client';
import { VALIDITY_WORDS } from '../../domain/validity.js';
import { shortId } from '../terminal/format.js';
import { type Column, isForPeople, type Output } from '../terminal/output.js';

/** What a row says of a note. Only its first characters have to be read for it. */
export const NOTE_COLUMNS = noteColumns();

/** The same, with marks of the notes whose files have changed since, by their ids. */
export function noteColumns(changed?: ReadonlyMap<string, string>): readonly Column<Observation>[] {
  return [
    { head: 'id', cell: ({ id }) => shortId(id) },
    { head: 'day', cell: ({ created_at }) => created_at.slice(0, 10), from: 60 },
    { head: 'type', cell: ({ type }) => type, from: 50 },
    { head: 'project', cell: ({ project }) => project, from: 70 },
    {
      head: 'mark',
      cell: (note) => [...noteMarks(note), changed?.get(note.id)].filter(Boolean).join(', '),
      from: 80,
      isRare: true,
    },
    { head: 'title', cell: ({ title }) => title, isWide: true },
    { head: 'tags', cell: ({ tags }) => tags.join(', '), from: 120 },
    { head: 'author', cell: ({ author }) => author, from: 140 },
  ];
}

/** The same for the notes of one project. */
export const OF_ONE_PROJECT = NOTE_COLUMNS.filter(({ head }) => head !== 'project');

/** How much of the content of a note has to be read: a table needs none of it, but the vault gives at least one character. */
export const contentLimit = (output: Output) => (isForPeople(output) ? 1 : undefined);

/** What sets a note apart in the context of its project: `pinned`, `superseded by 80ZGCS1A`, `often wrong`, `expired`. */
export function noteMarks(note: Observation): string[] {
  const { pinned, superseded_by, often_wrong, validity, state, suspect } = note;
  return [
    ...(state === undefined ? [] : [state]),
    ...(suspect === undefined ? [] : ['suspect']),
    ...(pinned ? ['pinned'] : []),
    ...(superseded_by === undefined ? [] : [`superseded by ${shortId(superseded_by)}`]),
    ...(often_wrong ? ['often wrong'] : []),
    ...(validity === undefined ? [] : [VALIDITY_WORDS[validity]]),
  ];
}
