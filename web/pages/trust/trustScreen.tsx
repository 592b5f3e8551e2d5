import { useMemo, useState } from 'preact/hooks';
import { linkTo } from '../../app/place.js';
import type { ScreenProps } from '../../app/routes.js';
import { EmptyState } from '../../kit/emptyState.js';
import { EventFilters } from './eventFilters.js';
import { EventRows } from './eventRows.js';
import type { EventFilter } from './readEvents.js';
import { TailControl } from './tailControl.js';
import { TrustHead } from './trustHead.js';
import { useEventLog } from './useEventLog.js';

/** The log: every event, the newest first. */
export default function TrustScreen({ query }: ScreenProps) {
  const type = query.get('type') ?? '';
  const stream = query.get('stream') ?? '';
  const filter = useMemo(
    (): EventFilter => ({ types: type ? type.split(',') : undefined, stream: stream || undefined }),
    [type, stream],
  );
  const [isPaused, setPaused] = useState(false);
  const log = useEventLog(filter, !isPaused);
  const isEmpty = log.list?.rows.length === 0 && log.list.before === undefined;
  const isFiltered = type !== '' || stream !== '';
  return (
    <>
      <TrustHead title="Trust" at="/trust">
        Everything that was ever recorded, in its order. Events are only added: each has a hash over
        itself and all before it, so that no change goes unnoticed.
      </TrustHead>
      <div class="event-tools">
        <EventFilters type={type} stream={stream} />
        <TailControl log={log} isPaused={isPaused} setPaused={setPaused} />
      </div>
      {isEmpty ? <Nothing isFiltered={isFiltered} /> : <EventRows log={log} label="Events" />}
    </>
  );
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) {
    return (
      <EmptyState title="No event is like this">
        <a href={linkTo('/trust')}>Show all events</a>
      </EmptyState>
    );
  }
  return (
    <EmptyState title="Nothing was recorded so far">
      <p>Set up an agent, and each note that it saves becomes an event here:</p>
      <pre>memory-vault setup</pre>
    </EmptyState>
  );
}
