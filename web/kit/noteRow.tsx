import type { Observation } from 'memory-vault-client';
import type { ComponentChildren } from 'preact';
import { linkTo } from '../base/place.js';
import { TypeBadge } from './badge.js';
import { shortId } from './format.js';
import { NoteMarks } from './noteMarks.js';
import { Time } from './time.js';
import { UserText } from './userText.js';

/** A note as a row of a list: type, title, where and when, and what `children` adds below, such as an extract. */
export function NoteRow({
  note,
  asOf,
  children,
}: {
  note: Omit<Observation, 'content'>;
  /** The moment that the list shows, for the link. */
  asOf?: string | undefined;
  children?: ComponentChildren;
}) {
  return (
    <a class="note-row" data-row href={linkTo(`/note/${note.id}`, { as_of: asOf })}>
      <span class="note-row-head">
        <TypeBadge type={note.type} />
        <span class="note-title">
          <UserText>{note.title}</UserText>
        </span>
        <NoteMarks note={note} />
      </span>
      {children}
      <span class="note-row-foot">
        {note.project && <UserText>{note.project}</UserText>}
        {note.author && <UserText>{note.author}</UserText>}
        <Time at={note.created_at} />
        <code>{shortId(note.id)}</code>
      </span>
    </a>
  );
}

/** The first file that a note is about, and how many more there are, where a row has room for them. */
export function FirstFile({ anchors = [] }: Pick<Observation, 'anchors'>) {
  const [first, ...more] = new Set(anchors.flatMap(({ path }) => path ?? []));
  if (first === undefined) return null;
  return (
    <span class="first-file">
      <UserText>{first}</UserText>
      {more.length > 0 && ` +${more.length}`}
    </span>
  );
}
