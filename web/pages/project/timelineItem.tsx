import type { Observation, Session } from 'memory-vault-client';
import { linkTo } from '../../base/place.js';
import { TypeBadge } from '../../kit/badge.js';
import { formatTime } from '../../kit/formatTime.js';
import { NoteMarks } from '../../kit/noteMarks.js';
import { FirstFile } from '../../kit/noteRow.js';
import { SessionState } from '../../kit/sessionState.js';
import { sessionTitle } from '../../kit/sessionTitle.js';
import { UserText } from '../../kit/userText.js';
import type { TimelineRow } from './timelineRows.js';

/** What a row of the timeline shows. */
export function TimelineItem({
  row,
  sessions,
}: {
  row: TimelineRow;
  sessions: ReadonlyMap<string, Session>;
}) {
  switch (row.kind) {
    case 'day':
      // Without a time, the day would be one of UTC.
      return <h3 class="timeline-day">{formatTime(`${row.day}T00:00:00`, 'weekday')}</h3>;
    case 'session':
      return <SessionLine id={row.id} session={sessions.get(row.id)} />;
    case 'note':
      return <NoteLine note={row.note} />;
  }
}

function SessionLine({ id, session }: { id: string; session: Session | undefined }) {
  return (
    <a class="timeline-session" data-row href={linkTo(`/sessions/${id}`)}>
      <span class="one-line">
        <UserText>{sessionTitle(session ?? { id })}</UserText>
      </span>
      {session?.agent && (
        <span class="hint one-line">
          <UserText>{session.agent}</UserText>
        </span>
      )}
      {session && <SessionState state={session.state} />}
    </a>
  );
}

function NoteLine({ note }: { note: Observation }) {
  const { id, type, title, session_id, author, tags, anchors, created_at } = note;
  return (
    <a
      class={`timeline-note ${session_id === null ? '' : 'in-session'}`}
      data-row
      href={linkTo(`/note/${id}`)}
    >
      <TypeBadge type={type} />
      <span class="timeline-title">
        <span class="one-line note-title">
          <UserText>{title}</UserText>
        </span>
        <NoteMarks note={note} />
      </span>
      <span class="note-row-foot one-line">
        <time dateTime={created_at}>{formatTime(created_at, 'minute')}</time>{' '}
        {author && <UserText>{author}</UserText>}{' '}
        {tags.map((tag) => (
          <UserText key={tag}>#{tag} </UserText>
        ))}
        <FirstFile anchors={anchors} />
      </span>
    </a>
  );
}
