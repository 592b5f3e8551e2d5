import type { LogEntry } from 'memory-vault-client';
import { Badge } from '../../kit/badge.js';
import { formatCount } from '../../kit/format.js';
import { formatTime } from '../../kit/formatTime.js';
import { UserText } from '../../kit/userText.js';
import { eventSummary } from './eventSummary.js';
import { ERASURES, wordsFor } from './eventWords.js';

/** An event as a row of a list, which opens it. */
export function EventRow({
  event,
  by,
  onOpen,
}: {
  event: LogEntry;
  /** Words for its actor. */
  by: string;
  onOpen: () => void;
}) {
  const { position, at, type } = event;
  return (
    <button type="button" class="event-row" data-row onClick={onOpen}>
      <span class="event-line">
        <span class="event-type">
          <Badge tone={ERASURES.includes(type) ? 'warn' : 'neutral'}>{wordsFor(type)}</Badge>
        </span>
        <span class="event-about">
          <About event={event} />
        </span>
      </span>
      <span class="event-line">
        <span class="event-position">{formatCount(position)}</span>
        <time class="event-time" dateTime={at}>
          {formatTime(at, 'exact')}
        </time>
        <span class="event-actor">
          <UserText>{by}</UserText>
        </span>
      </span>
    </button>
  );
}

function About({ event }: { event: LogEntry }) {
  if (event.data === null) return <span class="event-erased">erased</span>;
  const summary = eventSummary(event);
  return (
    <>
      {event.redacted_by !== undefined && <Badge tone="warn">redacted later</Badge>}{' '}
      {summary ? <UserText>{summary}</UserText> : <code>{event.stream}</code>}
    </>
  );
}
