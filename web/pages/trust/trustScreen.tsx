import { useMemo, useState } from 'preact/hooks';
import { linkTo } from '../../base/place.js';
import type { ScreenProps } from '../../base/screenProps.js';
import { EmptyState } from '../../kit/emptyState.js';
import { formatCount } from '../../kit/format.js';
import { EventFilters } from './eventFilters.js';
import type { EventFilter } from './eventQuery.js';
import { EventRows } from './eventRows.js';
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
  const before = positionIn(query.get('before'));
  const log = useEventLog(filter, { isLive: !isPaused && before === undefined, before });
  const isEmpty = log.list?.rows.length === 0 && log.list.before === undefined;
  const isFiltered = type !== '' || stream !== '';
  return (
    <>
      <TrustHead title="Log" at="/trust">
        You see everything that was ever recorded, in order. Events are only added. Each has a hash
        over itself and all events before it: no change goes unnoticed.
      </TrustHead>
      <div class="event-tools">
        <EventFilters type={type} stream={stream} />
        {before === undefined ? (
          <TailControl log={log} isPaused={isPaused} setPaused={setPaused} />
        ) : (
          <p>
            From event {formatCount(before - 1)} back ·{' '}
            <a href={linkTo('/trust', { type, stream })}>Show the newest</a>
          </p>
        )}
      </div>
      {isEmpty ? <Nothing isFiltered={isFiltered} /> : <EventRows log={log} label="Events" />}
    </>
  );
}

/** A position in the address, which somebody may have typed. */
function positionIn(text: string | null): number | undefined {
  return text !== null && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) {
    return (
      <EmptyState title="No event matches">
        <a href={linkTo('/trust')}>Show all events</a>
      </EmptyState>
    );
  }
  return (
    <EmptyState title="Nothing has been recorded yet">
      <p>Set up an agent, and each note that it saves becomes an event here:</p>
      <pre>memory-vault setup</pre>
    </EmptyState>
  );
}
